// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { gallery, kernelsOf, watchOf } from '../../core/gallery/documents.ts';
import type { Scenario } from '../../engine/types.ts';
import { doneVerb } from './LaneCard.tsx';

const runs = (...programs: string[]) =>
  ({ workload: programs.map((program) => ({ run: { program } })) }) as unknown as Scenario;

test('bytes are written, read or touched', () => {
  expect(doneVerb(runs('write_file', 'fs_mark'))).toBe('written');
  expect(doneVerb(runs('read_file'))).toBe('read');
  expect(doneVerb(runs('read_file', 'write_file'))).toBe('done');
  expect(doneVerb(runs('fs_mark', 'userland', 'desktop'))).toBe('written');
  expect(doneVerb(null)).toBe('done');
});

test('the kernels that are compared', () => {
  const catalogue = { presets: [], mechanisms: [], counters: [], gauges: [] };
  const scenario = { kernel: '3.0', against: { kernel: '3.2' } } as unknown as Scenario;
  expect(kernelsOf(catalogue, scenario)).toBe('3.0 against 3.2');
  expect(kernelsOf(catalogue, { kernel: '3.0' } as unknown as Scenario)).toBe('3.0 in both lanes');
});

test('every scenario of the gallery says what to watch', () => {
  expect(gallery.filter(({ id }) => watchOf(id) === null).map(({ id }) => id)).toEqual([]);
});
