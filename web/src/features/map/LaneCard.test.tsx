import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { ticks } from '../../core/time.ts';
import type { Scenario } from '../../engine/types.ts';
import { doneVerb, LaneCard, LaneTable } from './LaneCard.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('numbers of pages are read with separators, as everywhere else', () => {
  const zone = { name: 'Normal', present: 126_000, min: 1000, low: 1250, high: 1500 };
  const state = {
    nowNs: 150e9,
    digest: null,
    renderer: 'webgl2',
    headline: { text: 'Reclaim finds clean pages', tone: 'good' },
    description: { zones: [zone] },
    value: (name: string) => (name === 'nr_dirty' ? 40_314 : 0),
  } as unknown as LaneState;
  render(<LaneTable lane="a" state={state} />);
  expect(screen.getByRole('row', { name: /^Normal/ }).textContent).toMatch(
    /^Normal126,000.*40,314/,
  );
});

const runs = (...programs: string[]) =>
  ({ workload: programs.map((program) => ({ run: { program } })) }) as unknown as Scenario;

test('bytes are written, read or touched', () => {
  expect(doneVerb(runs('write_file', 'fs_mark'))).toBe('written');
  expect(doneVerb(runs('read_file'))).toBe('read');
  expect(doneVerb(runs('read_file', 'write_file'))).toBe('done');
  expect(doneVerb(runs('fs_mark', 'userland', 'desktop'))).toBe('written');
  expect(doneVerb(null)).toBe('done');
});

test('the map of the run before a change is dimmed until the new run has drawn', () => {
  const state = {
    shown: 0,
    nowNs: 0,
    digest: null,
    headline: { text: 'Ready', tone: 'neutral' },
    description: { zones: [] },
    value: () => 0,
  };
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state as unknown as LaneState);
  render(<LaneCard lane="a" />);
  const canvas = screen.getByTestId('canvas-a');
  expect(canvas.classList.contains('is-stale')).toBe(true);
  state.shown = 5;
  act(() => {
    ticks.touch();
    ticks.hurry();
    ticks.run(1e9);
  });
  expect(canvas.classList.contains('is-stale')).toBe(false);
});
