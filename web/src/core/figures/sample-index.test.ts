import { expect, test } from 'vitest';

import { SampleIndex, UnknownFigure } from './history.ts';

const index = new SampleIndex([
  { name: 'nr_dirty', zone: 'Normal', kind: 'gauge' },
  { name: 'nr_dirty', zone: null, kind: 'gauge' },
]);

test('a figure is found by its name, of a zone or of the machine', () => {
  const sample = Float64Array.of(3, 5);
  expect(index.value(sample, 'nr_dirty')).toBe(5);
  expect(index.value(sample, 'nr_dirty', 'Normal')).toBe(3);
});

test('a figure that the machine does not have is a failure, not 0', () => {
  expect(index.has('nr_dirty', 'DMA')).toBe(false);
  expect(() => index.value(Float64Array.of(3, 5), 'nr_dirty', 'DMA')).toThrow(UnknownFigure);
  expect(() => index.position('allocstall')).toThrow('no allocstall');
});

test('a name that the engine does not have does not compile', () => {
  // @ts-expect-error -- the engine has no counter of this name
  expect(() => index.position('pgscan_kswapd_renamed')).toThrow(UnknownFigure);
});
