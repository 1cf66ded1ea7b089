import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { LaneState } from '../../core/lab/lane-state.ts';
import type { Scenario } from '../../engine/types.ts';
import { doneVerb, LaneTable } from './LaneCard.tsx';

afterEach(cleanup);

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
