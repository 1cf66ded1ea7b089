import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SampleHistory, SampleIndex } from '../../core/figures/history.ts';
import { useChartView, useLab } from '../../core/lab/store.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { metricsFor } from '../../core/figures/metrics.ts';
import { ticks } from '../../core/time.ts';
import { COUNTERS, GAUGES, type FigureName } from '../../engine/types.ts';
import { recordingContext, type Drawn } from '../../widgets/chart/testing.ts';
import { ChangesPanel, chartsPart } from './ChangesPanel.tsx';
import { explained } from './MetricChart.tsx';

const NAMES: readonly FigureName[] = [...COUNTERS, ...GAUGES];
const WIDTH = 300;
const HEIGHT = 100;

/** A lane whose `nr_vmscan_write` rises by this much per second; all other figures are 0. */
function laneOf(rise: number, seconds: number): LaneState {
  const index = new SampleIndex(
    NAMES.map((name) => ({ name, zone: null, kind: 'counter' as const })),
  );
  const history = new SampleHistory(NAMES.length);
  const rowAt = (at: number) =>
    Float64Array.from(NAMES, (name) => (name === 'nr_vmscan_write' ? at * rise : 0));
  for (let at = 0; at <= seconds; at += 1) {
    history.add(at * 1e9, rowAt(at));
  }
  const lane = { index, history, now: rowAt(seconds), nowNs: seconds * 1e9, finished: false };
  return { ...lane, description: { zones: [] } } as unknown as LaneState;
}

let lanes: Record<LaneId, LaneState>;
let canvases: Map<HTMLCanvasElement, ReturnType<typeof recordingContext>>;

beforeEach(async () => {
  await chartsPart.load();
  lanes = { a: laneOf(1234, 20), b: laneOf(617, 20) };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => lanes[lane]);
  canvases = new Map();
  const contextOf = (canvas: HTMLCanvasElement) => {
    const known = canvases.get(canvas) ?? recordingContext();
    canvases.set(canvas, known);
    return known.context;
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return contextOf(this);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  for (const name of ['lane-a', 'lane-b', 'good', 'bad']) {
    document.documentElement.style.setProperty(`--${name}`, name);
  }
  const marks = { a: [{ name: 'kswapd_wakes', at_ns: 5e9, text: 'kswapd wakes' }], b: [] };
  useLab.setState({ marks } as never);
  useChartView.setState({ span: null, cursorNs: null });
});

afterEach(cleanup);

/** Returns what is drawn in the chart of a measure. */
function drawnIn(name: string): Drawn[] {
  const chart = screen.getByRole('img', { name: new RegExp(`^${name} of both lanes`) });
  return canvases.get(chart as HTMLCanvasElement)?.drawn ?? [];
}

/** Returns the height at which a lane's line ends, from the bottom of its chart. */
function heightOf(colour: string, drawn: Drawn[]): number {
  const line = drawn.find((it) => it.what === 'line' && it.colour === colour && !it.dashed);
  return HEIGHT - 20 - (line?.points.at(-1)?.[1] ?? Number.NaN);
}

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const shownStretch = () => screen.getByRole('slider').getAttribute('aria-valuetext');

test('one chart is large, and a button beside each name chooses which', async () => {
  const user = userEvent.setup();
  render(<ChangesPanel />);
  expect(button('Throughput: large chart').getAttribute('aria-pressed')).toBe('true');
  expect(button('nr_vmscan_write: large chart').getAttribute('aria-pressed')).toBe('false');
  const words = (name: string) => drawnIn(name).some(({ text }) => text === 'kswapd wakes (A)');
  expect([words('Throughput'), words('nr_vmscan_write')]).toEqual([true, false]);
  const [large, small] = ['Throughput', 'nr_vmscan_write'].map((name) =>
    screen.getByRole('img', { name: `${name} of both lanes over virtual time` }),
  );
  expect(large?.getAttribute('aria-description')).toBe('Marks: kswapd wakes (A) at 5.0 s');
  expect(small?.getAttribute('aria-description')).toBe('');
  await user.click(button('nr_vmscan_write: large chart'));
  expect(button('Throughput: large chart').getAttribute('aria-pressed')).toBe('false');
  expect(button('nr_vmscan_write: large chart').getAttribute('aria-pressed')).toBe('true');
  expect([words('Throughput'), words('nr_vmscan_write')]).toEqual([false, true]);
  // Enlarges and shrinks the chart with the keyboard.
  button('nr_vmscan_write: large chart').focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
});

test('the buttons zoom all charts, and show the whole run again', async () => {
  const user = userEvent.setup();
  render(<ChangesPanel />);
  expect(shownStretch()).toBe('now, 0.0 s to 20.0 s shown');
  const out = button('Zoom the charts out');
  const all = button('Show the whole run');
  expect([out, all].map((it) => it.hasAttribute('disabled'))).toEqual([true, true]);
  await user.click(button('Zoom the charts in'));
  expect(shownStretch()).toBe('now, 5.0 s to 15.0 s shown');
  await user.click(button('Zoom the charts in'));
  expect(shownStretch()).toBe('now, 7.5 s to 12.5 s shown');
  await user.click(out);
  expect(shownStretch()).toBe('now, 5.0 s to 15.0 s shown');
  await user.click(all);
  expect(shownStretch()).toBe('now, 0.0 s to 20.0 s shown');
  expect([out, all].map((it) => it.hasAttribute('disabled'))).toEqual([true, true]);
});

test('figures, difference and lines are those of their lanes', () => {
  render(<ChangesPanel />);
  const row = screen.getByRole('region', { name: 'nr_vmscan_write' });
  const figures = within(row).getByText('B').closest('p');
  expect(figures?.textContent).toBe('B 12,340A 24,680');
  expect(within(row).getByText('−50 %')).toBeTruthy();
  const drawn = drawnIn('nr_vmscan_write');
  expect(heightOf('lane-a', drawn) / heightOf('lane-b', drawn)).toBeCloseTo(2);
  const names = drawn.filter(({ text }) => /^[AB]$/.test(text));
  expect(names.map(({ text, colour }) => `${text} ${colour}`).sort()).toEqual([
    'A lane-a',
    'B lane-b',
  ]);
  expect(
    drawn.some(({ what, alpha, colour }) => what === 'area' && alpha < 1 && colour === 'good'),
  ).toBe(true);
  const equal = screen.getByRole('region', { name: 'allocstall' });
  expect(within(equal).getByText('±0 %')).toBeTruthy();
});

test('after a change of kernel the zoomed charts are not blank', () => {
  useChartView.setState({ span: { fromNs: 10e9, toNs: 18e9 } });
  render(<ChangesPanel />);
  expect(shownStretch()).toBe('now, 10.0 s to 18.0 s shown');
  // Both machines restart.
  lanes = { a: laneOf(1234, 3), b: laneOf(617, 3) };
  act(() => {
    ticks.touch();
    ticks.hurry();
    for (let turn = 0; ticks.run(turn * 10_000); turn += 1);
  });
  expect(shownStretch()).toBe('now, 0.0 s to 5.0 s shown');
  const inPlot = drawnIn('nr_vmscan_write')
    .filter(({ what, colour }) => what === 'line' && colour === 'lane-a')
    .flatMap(({ points }) => points)
    .filter(([x]) => x > 4 && x < WIDTH);
  expect(inPlot.length).toBeGreaterThan(2);
});

test('the chosen chart leads to its export', async () => {
  useLab.setState({ countersShown: false, exported: null });
  render(<ChangesPanel />);
  await userEvent.click(button('Export the chart of Throughput'));
  const { countersShown, exported } = useLab.getState();
  expect([countersShown, exported]).toEqual([true, 'throughput']);
});

test('what is said of writes from reclaim holds for a stick too, which has no head to move', () => {
  const writes = metricsFor([]).find(({ id }) => id === 'nr_vmscan_write');
  const words = writes ? explained(writes) : '';
  expect(words).toContain('More is worse. Reclaim writes single pages');
  expect(words).not.toMatch(/seek|head/);
});

test('while both lanes are computed, a line in each chart shows the time of the figures beside it', () => {
  document.documentElement.style.setProperty('--ink', 'cursor');
  const cursors = () =>
    ['Throughput', 'nr_vmscan_write', 'allocstall'].map(
      (name) => drawnIn(name).filter(({ colour }) => colour === 'cursor').length,
    );
  lanes = { a: laneOf(1234, 20), b: laneOf(617, 10) };
  const { unmount } = render(<ChangesPanel />);
  expect(cursors()).toEqual([0, 0, 0]);
  unmount();
  useLab.setState({ goalNs: 90e9, playing: true });
  render(<ChangesPanel />);
  expect(cursors()).toEqual([1, 1, 1]);
  expect(screen.getByTestId('cursor').textContent.replace('\u00a0', ' ')).toBe('10.0 s');
  useLab.setState({ goalNs: null, playing: false });
});
