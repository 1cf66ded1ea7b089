// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { layoutOfTwoZones as layout } from '../../engine/testing.ts';
import type { ZoneDescription } from '../../engine/types.ts';
import {
  closeTo,
  CLOSEST,
  fitted,
  nearestRange,
  panned,
  rangeAt,
  rangeOf,
  showsSingles,
  zoomed,
} from './map-view.ts';

const zone = (name: string, frames: number): ZoneDescription => ({
  name,
  frames,
  base_pfn: 0,
  min: 0,
  low: 0,
  high: 0,
  protection: [],
  present: frames,
});
const zones = [zone('DMA', 4000), zone('Normal', 900_000)];

describe('zooming', () => {
  it('keeps the frame under the pointer where it is', () => {
    const anchor = { zone: 'Normal', frame: 300_000 };
    const first = zoomed(zones, null, 4, anchor);
    expect(first).toEqual({ zone: 'Normal', from: 225_000, frames: 225_000 });
    const second = zoomed(zones, first, 4, anchor);
    expect((300_000 - (second?.from ?? 0)) / (second?.frames ?? 1)).toBeCloseTo(1 / 3, 3);
  });

  it('ends at single frames one way and at the whole machine the other', () => {
    let view = zoomed(zones, null, 2, { zone: 'DMA', frame: 3999 });
    for (let step = 0; step < 30; step += 1) {
      view = zoomed(zones, view, 2, { zone: 'DMA', frame: 3999 });
    }
    expect(view).toEqual({ zone: 'DMA', from: 4000 - CLOSEST, frames: CLOSEST });
    for (let step = 0; step < 30 && view; step += 1) {
      view = zoomed(zones, view, 0.5, { zone: 'DMA', frame: 3990 });
    }
    expect(view).toBeNull();
    expect(zoomed(zones, null, 0.5, { zone: 'DMA', frame: 1 })).toBeNull();
  });

  it('stays inside its zone', () => {
    const view = { zone: 'DMA', from: 100, frames: 200 };
    expect(panned(zones, view, -500).from).toBe(0);
    expect(panned(zones, view, 50_000).from).toBe(3800);
    expect(closeTo(zones, 'DMA', 0).from).toBe(0);
    expect(fitted(zones, { zone: 'DMA', from: 3999, frames: 100 })).toEqual({
      zone: 'DMA',
      from: 3900,
      frames: 100,
    });
    expect(fitted(zones, { zone: 'HighMem', from: 0, frames: 100 })).toBeNull();
  });
});

describe('the map of a part', () => {
  it('knows the nearest frames to a point below the last row', () => {
    const { maps } = layout({ zone: 1, from: 5000, frames: 20 });
    expect(nearestRange(maps, 5, 290)?.first).toBeGreaterThanOrEqual(5000);
    expect(nearestRange(maps, 699, 290)).toEqual({ zone: 1, first: 5019, count: 1 });
    expect(nearestRange([], 5, 5)).toBeNull();
  });

  it('has a cell for each frame as soon as they fit, large enough for a name in the end', () => {
    const wide = layout({ zone: 1, from: 0, frames: 500_000 }).maps[0];
    expect(wide && showsSingles(wide)).toBe(false);
    const close = layout({ zone: 1, from: 5000, frames: 60 }).maps[0];
    expect(close && showsSingles(close)).toBe(true);
    expect(close?.cellWidth).toBeGreaterThan(30);
  });

  it('knows which frames lie under a point, and misses none', () => {
    const { maps } = layout({ zone: 1, from: 5000, frames: 100_000 });
    const [map] = maps;
    if (!map) {
      throw new Error('no map');
    }
    expect(rangeAt(maps, 1, 1)?.first).toBe(5000);
    expect(rangeAt(maps, 690, 1)).toBeNull();
    let next = 5000;
    for (let cell = 0; cell < map.cells; cell += 1) {
      const { first, count } = rangeOf(map, cell);
      expect(first).toBe(next);
      next = first + count;
    }
    expect(next).toBe(105_000);
  });
});
