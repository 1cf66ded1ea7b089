// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { unfold, useLab, useUnfolded } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Scenario } from '../../engine/types.ts';
import { hiddenOf, mapText, placeBeside, stopsFor } from './stops.ts';

/** A typical reading speed on a screen, and the extra time for a stop: to look, and to go on. */
const WORDS_A_MINUTE = 200;
const STOP_S = 2.5;

test('the tour takes less than 90 seconds', () => {
  const setting = { catalogue, scenario: openingScenario };
  const stops = stopsFor(setting);
  const words = stops
    .flatMap((stop) => [stop.title, ...stop.text(setting)])
    .join(' ')
    .split(/\s+/).length;
  expect((words / WORDS_A_MINUTE) * 60 + stops.length * STOP_S).toBeLessThan(90);
});

test('the stop of tasks and devices unfolds their panel, and no stop changes the speed', () => {
  unfold('details', false);
  useLab.setState({ speed: 20 });
  const setting = { catalogue, scenario: openingScenario };
  const stop = stopsFor(setting).find(({ title }) => title === 'Tasks and devices');
  stop?.act?.(setting);
  expect(useUnfolded.getState().details).toBe(true);
  for (const charts of stopsFor(setting)) {
    if (charts.title === 'Charts') {
      charts.act?.(setting);
    }
  }
  expect(useLab.getState().speed).toBe(20);
});

/** Returns the text of the stop with a title. */
function textOf(scenario: Scenario, title: string): string {
  const setting = { catalogue, scenario };
  const stop = stopsFor(setting).find((found) => found.title === title);
  return stop?.text(setting).join(' ') ?? '';
}

test('the tour names the lanes as they are, and points at the switch that differs', () => {
  const { against } = openingScenario;
  expect(textOf(openingScenario, 'One switch for each patch')).toContain('is on in B and off in A');
  // The patch of B was switched off at the start.
  const off = { at_ns: 1, mechanism: 'per_zone_dirty_rfc', on: false };
  const scenario = {
    ...openingScenario,
    against: { kernel: openingScenario.kernel, ...against, interventions: [off] },
  };
  expect(textOf(scenario, 'Two machines, one workload')).not.toContain('per-zone dirty limits');
  expect(textOf(scenario, 'One switch for each patch')).not.toContain('er-zone dirty limits');
});

test('the stop of a switch does not move it', () => {
  const setting = { catalogue, scenario: openingScenario };
  useLab.setState({ scenario: openingScenario });
  stopsFor(setting)
    .find(({ title }) => title === 'One switch for each patch')
    ?.act?.(setting);
  expect(useLab.getState().scenario).toBe(openingScenario);
  useLab.setState({ scenario: null });
});

test('the stop of the map explains only the colours that the map shows', () => {
  expect(mapText(['free', 'anon', 'cleanActive'])).toBe(
    'Blue pages are clean: reclaim can free them. Green pages belong to programs. Click to zoom in.',
  );
  expect(mapText(['dirty'])).not.toContain('Pink');
});

const window = { width: 1280, height: 720 };
const panel = { width: 320, height: 200 };

test('the panel is beside what it speaks of, and inside the window', () => {
  const boxes = [
    { left: 0, top: 48, width: 244, height: 600 },
    { left: 1028, top: 48, width: 252, height: 600 },
    { left: 244, top: 60, width: 784, height: 190 },
    { left: 244, top: 470, width: 784, height: 180 },
    { left: 1150, top: 8, width: 120, height: 32 },
    { left: 300, top: 660, width: 700, height: 44 },
  ];
  for (const box of boxes) {
    const place = placeBeside(box, panel, window);
    expect(hiddenOf(box, { ...place, ...panel })).toBe(0);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.top).toBeGreaterThanOrEqual(0);
    expect(place.left + panel.width).toBeLessThanOrEqual(window.width);
    expect(place.top + panel.height).toBeLessThanOrEqual(window.height);
  }
});

test('where no side has room the panel hides the least', () => {
  const box = { left: 244, top: 60, width: 784, height: 600 };
  const place = placeBeside(box, panel, window);
  expect(hiddenOf(box, { ...place, ...panel })).toBeLessThan(100 * panel.height);
});

test('what is scrolled away or fills the window leaves the panel on the screen', () => {
  for (const box of [
    { left: 0, top: 3000, width: 360, height: 40 },
    { left: 0, top: 0, width: 360, height: 640 },
  ]) {
    const { left, top } = placeBeside(box, panel, { width: 360, height: 640 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + panel.width).toBeLessThanOrEqual(360);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + panel.height).toBeLessThanOrEqual(640);
  }
});

test('the stop of the timeline says that the tour went back only where it did', () => {
  const setting = { catalogue, scenario: openingScenario };
  const stops = stopsFor(setting);
  const stopOf = (title: string) => stops.find((stop) => stop.title === title);
  const textNow = () => stopOf('Back and forth in time')?.text(setting).join(' ');
  vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  const now = vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(342.7e9);
  useLab.setState({ marks: { a: [{ name: 'kswapd_wakes', at_ns: 9e9, text: '' }], b: [] } });
  vi.spyOn(lab.lanes, 'loaded').mockReturnValue([{ state: { finished: false } }] as never);
  stopOf('A map of every page frame')?.act?.(setting);
  stopOf('Back and forth in time')?.act?.(setting);
  expect(textNow()).toMatch(/^Drag the slider/);
  now.mockReturnValue(350e9);
  stopOf('Back and forth in time')?.act?.(setting);
  expect(textNow()).toMatch(/^The tour went back\. Drag the slider/);
});
