import { expect, test } from 'vitest';

import { SampleHistory, SampleIndex, UnknownFigure } from './history.ts';

function filled(rows: number, capacity: number): SampleHistory {
  const history = new SampleHistory(2, capacity, 10);
  for (let row = 0; row < rows; row += 1) {
    history.add(row * 10, Float64Array.of(row, -row));
  }
  return history;
}

test('keeps rows in the order of time', () => {
  const history = filled(5, 8);
  expect(history.length).toBe(5);
  expect(history.value(3, 1)).toBe(-3);
  expect([...history.row(4)]).toEqual([4, -4]);
});

test('drops samples that come too soon', () => {
  const history = new SampleHistory(1, 8, 10);
  history.add(0, Float64Array.of(1));
  history.add(9, Float64Array.of(2));
  history.add(10, Float64Array.of(3));
  expect(history.length).toBe(2);
  expect(history.value(1, 0)).toBe(3);
});

test('thins out instead of growing', () => {
  const history = filled(1000, 64);
  expect(history.length).toBeLessThanOrEqual(64);
  expect(history.length).toBeGreaterThan(16);
  expect(history.time(0)).toBe(0);
  for (let row = 0; row < history.length; row += 1) {
    expect(history.value(row, 0) * 10).toBe(history.time(row));
  }
});

test('finds the last row at or before a time', () => {
  const history = filled(5, 8);
  expect([-1, 0, 9, 10, 45, 1000].map((time) => history.rowAt(time))).toEqual([-1, 0, 0, 1, 4, 4]);
});

test('a value that the engine does not have is 0', () => {
  expect(() => filled(2, 8).value(1, -1)).toThrow('has none at -1');
});

test('keeps what is known of the time after the one at which it stands, and shows it again', () => {
  const history = filled(10, 16);
  history.stand(35);
  expect(history.length).toBe(4);
  history.add(40, Float64Array.of(99, 99));
  expect(history.length).toBe(4);
  history.stand(70);
  expect(history.length).toBe(8);
  expect(history.value(4, 0)).toBe(4);
});

test('forgets a future that will be another', () => {
  const history = filled(10, 16);
  history.forgetAfter(35);
  history.stand(1000);
  expect(history.length).toBe(4);
  history.add(40, Float64Array.of(99, 99));
  expect(history.value(4, 0)).toBe(99);
});

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
