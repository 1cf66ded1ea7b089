import { expect, test } from 'vitest';

import { rangeOf } from '../../core/lab/map-view.ts';
import { layoutOfTwoZones as layout } from '../../engine/testing.ts';
import { cellOf } from './frames.tsx';

test('the cell of a frame is the one that shows it, and frames that are not shown have none', () => {
  const part = { zone: 1, from: 225_000, frames: 100_003 };
  for (const map of [...layout(null).maps, ...layout(part).maps]) {
    for (const cell of [0, 1, 7, map.cells - 1]) {
      const { first, count } = rangeOf(map, cell);
      expect([cellOf(map, first), cellOf(map, first + count - 1)]).toEqual([cell, cell]);
    }
    expect(cellOf(map, map.first + map.frames)).toBeNull();
    expect(cellOf(map, map.first - 1)).toBeNull();
  }
});
