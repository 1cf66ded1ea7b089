// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { unfold, useLab, useUnfolded } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { hiddenOf, placeBeside, stopsFor } from './stops.ts';

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
