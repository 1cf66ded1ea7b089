import { expect, test } from 'vitest';

import type { Scenario } from '../../engine/types.ts';
import { gallery, kernelsOf, watchOf } from './documents.ts';

test('the kernels that are compared', () => {
  const catalogue = { presets: [], mechanisms: [], counters: [], gauges: [] };
  const scenario = { kernel: '3.0', against: { kernel: '3.2' } } as unknown as Scenario;
  expect(kernelsOf(catalogue, scenario)).toBe('3.0 vs. 3.2');
  expect(kernelsOf(catalogue, { kernel: '3.0' } as unknown as Scenario)).toBe('3.0 in both lanes');
});

test('every scenario of the gallery says what to watch', () => {
  expect(gallery.filter(({ id }) => watchOf(id) === null).map(({ id }) => id)).toEqual([]);
});

test('what to watch names no moment: kernels and switches move it', () => {
  for (const { id } of gallery) {
    expect(watchOf(id) ?? '', id).not.toMatch(/\d\s?(s|seconds|min|minutes)\b/);
  }
  expect(watchOf('weiner-usb')).toContain('once reclaim begins');
});
