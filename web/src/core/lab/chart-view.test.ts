// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

import { movedTo, panned, reachedSpan, SHORTEST_NS, within, zoomed } from './chart-view.ts';
import { lab } from './lab.ts';
import { useChartView, useLab } from './store.ts';

const whole = { fromNs: 0, toNs: 100e9 };

test('what is pointed at keeps its place while the charts are zoomed', () => {
  const span = zoomed(whole, whole, 0.5, 20e9);
  expect(span).toEqual({ fromNs: 10e9, toNs: 60e9 });
  const back = span && zoomed(whole, span, 2, 20e9);
  expect(back).toBeNull();
});

test('a stretch never leaves the run', () => {
  expect(zoomed(whole, { fromNs: 80e9, toNs: 100e9 }, 2, 99e9)).toEqual({
    fromNs: 60e9,
    toNs: 100e9,
  });
  expect(panned(whole, { fromNs: 80e9, toNs: 90e9 }, 5)).toEqual({ fromNs: 90e9, toNs: 100e9 });
  expect(panned(whole, { fromNs: 10e9, toNs: 20e9 }, -5)).toEqual({ fromNs: 0, toNs: 10e9 });
});

test('no stretch is shorter than what samples can tell', () => {
  let span = whole;
  for (let turn = 0; turn < 60; turn += 1) {
    span = zoomed(whole, span, 0.5, 33e9) ?? span;
  }
  expect(span.toNs - span.fromNs).toBeCloseTo(SHORTEST_NS, -2);
  expect(within(whole, { fromNs: 5e9, toNs: 5e9 })).toEqual({
    fromNs: 5e9,
    toNs: 5e9 + SHORTEST_NS,
  });
  const young = { fromNs: 0, toNs: 10 };
  expect(within(young, { fromNs: 4, toNs: 5 })).toEqual(young);
});

test('a stretch that the run has not reached leaves all of the run in sight', () => {
  const chosen = { fromNs: 100e9, toNs: 150e9 };
  expect(reachedSpan({ fromNs: 0, toNs: 5e9 }, chosen)).toEqual({ fromNs: 0, toNs: 5e9 });
  expect(reachedSpan({ fromNs: 0, toNs: 100e9 }, chosen)).toEqual({ fromNs: 0, toNs: 100e9 });
  expect(reachedSpan({ fromNs: 0, toNs: 101e9 }, chosen)).toEqual(chosen);
  expect(reachedSpan({ fromNs: 0, toNs: 150e9 }, chosen)).toEqual(chosen);
  expect(reachedSpan({ fromNs: 0, toNs: 5e9 }, null)).toEqual({ fromNs: 0, toNs: 5e9 });
});

test('a seek keeps the zoom if the moment is inside, and else moves it there', () => {
  const span = { fromNs: 40e9, toNs: 60e9 };
  expect(movedTo(span, 45e9)).toBe(span);
  expect(movedTo(span, 60e9)).toBe(span);
  for (const ns of [0, 3e9, 30e9, 140e9]) {
    const { fromNs, toNs } = movedTo(span, ns);
    expect(toNs - fromNs).toBe(20e9);
    expect(fromNs).toBeGreaterThanOrEqual(0);
    expect(ns >= fromNs && ns <= toNs).toBe(true);
  }
});

test('the zoom moves once both lanes have arrived', () => {
  const now = vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(50e9);
  useChartView.setState({ span: { fromNs: 40e9, toNs: 60e9 } });
  useLab.setState({ goalNs: 140e9 });
  lab.onSeek();
  now.mockReturnValue(140e9);
  expect(useChartView.getState().span?.fromNs).toBe(40e9);
  useLab.setState({ goalNs: null });
  expect(useChartView.getState().span).toEqual({ fromNs: 125e9, toNs: 145e9 });
  useChartView.setState({ span: null });
});
