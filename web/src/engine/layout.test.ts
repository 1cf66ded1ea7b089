import { expect, test } from 'vitest';

import { gridOf, layoutLane, ribbonZones, zoneWidths } from './layout.ts';

const WEINER = [3_900, 830_000, 126_000];

test('small zones stay visible and large ones get more', () => {
  const [dma = 0, dma32 = 0, normal = 0] = zoneWidths(WEINER, 700, 44);
  expect(dma).toBe(44);
  expect(normal).toBeGreaterThan(100);
  expect(dma32).toBeGreaterThan(2 * normal);
  expect(dma + dma32 + normal).toBeLessThanOrEqual(700);
});

test('a grid fits its place and has no cell without a frame', () => {
  for (const frames of [1, 16, 243, 3_900, 126_000, 830_000, 4_194_304]) {
    for (const [width, height] of [
      [44, 90],
      [170, 162],
      [474, 162],
    ] as const) {
      const grid = gridOf(frames, width, height);
      expect(grid.cells).toBeLessThanOrEqual(frames);
      expect(grid.columns * grid.rows).toBeGreaterThanOrEqual(grid.cells);
      expect(grid.columns * (grid.rows - 1)).toBeLessThan(grid.cells);
      expect(grid.columns * grid.cellWidth).toBeLessThanOrEqual(width);
      expect(grid.rows * grid.cellHeight).toBeLessThanOrEqual(height);
    }
  }
});

test('nothing lies outside the canvas, on a phone too', () => {
  for (const width of [340, 520, 780, 1600]) {
    const layout = layoutLane({
      width,
      height: 240,
      frames: WEINER,
      ribbons: [1, 2],
      labelWidth: 80,
    });
    for (const rect of [...layout.maps, ...layout.gauges, ...layout.ribbons]) {
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(width);
      expect(rect.y + rect.height).toBeLessThanOrEqual(240);
    }
  }
});

test('the largest zones get ribbons, in their order', () => {
  expect(ribbonZones(WEINER, 2)).toEqual([1, 2]);
  expect(ribbonZones([4_000, 59_000], 2)).toEqual([0, 1]);
  expect(ribbonZones([1, 500_000], 2)).toEqual([1]);
});

test('single frames fill the room that they have', () => {
  for (const frames of [16, 24, 97, 300]) {
    for (const [width, height] of [
      [780, 57],
      [780, 93],
      [330, 146],
      [1200, 400],
    ] as const) {
      const { columns, rows, cells, cellWidth, cellHeight } = gridOf(frames, width, height);
      expect(cells).toBe(frames);
      expect(columns * cellWidth).toBeGreaterThan(width - 2);
      expect(rows * cellHeight).toBeGreaterThan(height - 2);
      // At most a part of the last row is unused.
      expect(columns * rows - frames).toBeLessThan(columns);
    }
  }
});
