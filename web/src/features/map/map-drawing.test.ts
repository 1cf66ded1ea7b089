// @vitest-environment happy-dom
/** Checks the pixels of the map and the ribbons of a machine against the flags of its pages and the style sheet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { paintMap, paintRibbon, mapPalette, rgbaWord } from '../../engine/canvas-renderer.ts';
import { bytesOf, shownColour, type MapShares, type RibbonProfile } from '../../engine/renderer.ts';
import { layoutLane } from '../../engine/layout.ts';
import type { LaneView } from '../../engine/protocol.ts';
import { Runner } from '../../engine/runner.ts';
import { teachingScenario, testEngine } from '../../engine/testing.ts';
import type { FrameInfo, PageState } from '../../engine/types.ts';
import { mapColours } from './LaneCard.tsx';

const tokens = readFileSync(join(import.meta.dirname, '../../base/styles/tokens.css'), 'utf8');

/** Returns a colour of the style sheet for a theme. */
function token(theme: string, name: string): string {
  const [light = '', dark = ''] = tokens.split(":root[data-theme='dark']");
  const [, value = ''] =
    new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme === 'dark' ? dark : light) ?? [];
  return value;
}

/** Returns the colour that a page must have according to the engine's description of it. */
function expected({ flags, holds }: FrameInfo): string | null {
  const has = (flag: string) => flags.includes(flag);
  if (/^free/i.test(holds)) {
    return 'page-free';
  }
  if (/kernel/i.test(holds)) {
    return 'page-kernel';
  }
  if (has('PG_writeback')) {
    return 'page-writeback';
  }
  if (has('PG_swapbacked')) {
    return 'page-anon';
  }
  if (has('PG_dirty')) {
    return 'page-dirty';
  }
  if (has('PG_lru')) {
    return has('PG_active') ? 'page-clean-active' : 'page-clean-inactive';
  }
  return null;
}

const none = new Uint8Array();
const engine = testEngine();
const host = { memory: () => engine.memory(), wallMs: () => 0, alive: () => undefined };

/** Returns a machine, and the data that it sends to a renderer. */
function drawn(seconds: number) {
  const runner = new Runner(engine.newMachine(JSON.stringify(teachingScenario())), host);
  const frames = runner.description.zones.map((zone) => zone.frames);
  const ribbons = [frames.length - 1];
  const layout = layoutLane({ width: 900, height: 300, frames, ribbons, labelWidth: 80 });
  const view: LaneView = { layout, pixelRatio: 1, colours: mapColours() };
  const maps = new Map<number, Uint8Array>();
  const profiles: RibbonProfile[] = [];
  const renderer = {
    kind: 'canvas2d' as const,
    setView: () => undefined,
    light: () => undefined,
    putMap: ({ zone, shares }: MapShares) => maps.set(zone, shares.slice()),
    putRibbon: (ribbon: RibbonProfile) => profiles.push(ribbon),
    draw: () => undefined,
  };
  runner.runSlice(seconds * 1e9, 1e9);
  runner.show(renderer, view);
  return { runner, view, maps, profiles };
}

function show(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
}

beforeAll(() => {
  const style = document.createElement('style');
  style.textContent = tokens;
  document.head.append(style);
});
afterEach(() => show('light'));

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  test('each page on the map has the colour that the style sheet has for its state', () => {
    show(theme);
    const seen = new Set<string>();
    for (const seconds of [0.08, 0.3, 2]) {
      const { runner, view, maps } = drawn(seconds);
      for (const map of view.layout.maps) {
        expect(map.cells).toBe(map.frames);
        const pixels = new Uint32Array(map.columns * map.rows);
        paintMap(maps.get(map.zone) ?? none, map, 1, mapPalette(view.colours, null), pixels);
        for (let frame = 0; frame < map.frames; frame += 1) {
          const info = runner.inspect(map.zone, frame);
          const name = info && expected(info);
          if (name) {
            seen.add(name);
            expect([name, pixels[frame]]).toEqual([name, rgbaWord(bytesOf(token(theme, name)))]);
          }
        }
      }
    }
    // The test is only meaningful if all these states occur.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'page-free',
        'page-clean-inactive',
        'page-clean-active',
        'page-dirty',
        'page-writeback',
        'page-anon',
        'page-kernel',
      ]),
    );
  });

  test('a ribbon has the colours of its parts from the foot up: writeback, dirty, clean', () => {
    show(theme);
    const colours = mapColours();
    const word = (name: string) => rgbaWord(bytesOf(token(theme, name)));
    const colourOf = (part: PageState | null) =>
      rgbaWord(part ? shownColour(colours, part, null) : bytesOf(colours.ground));
    // The first bar has ten pages, three of them dirty and two under writeback; the second has none.
    const out = new Uint32Array(20);
    paintRibbon(Float64Array.of(10, 3, 2, 0, 0, 0, 0, 0), 10, colourOf, out);
    const bar = (bin: number) => Array.from({ length: 10 }, (_, row) => out[row * 2 + bin]);
    const clean = word('page-clean-inactive');
    const dirty = word('page-dirty');
    const writeback = word('page-writeback');
    const parts = [clean, clean, clean, clean, clean, dirty, dirty, dirty, writeback, writeback];
    expect(bar(0)).toEqual(parts);
    expect(bar(1)).toEqual(Array.from({ length: 10 }, () => word('page-free')));
  });
});

test('what is said of a list is said with every frame, drawn anew or not', () => {
  const { runner, profiles } = drawn(2);
  const [first, second] = [runner.frame(true, true, 0), runner.frame(true, false, 0)];
  expect(profiles).toHaveLength(1);
  expect(first.lists[0]?.pages).toBeGreaterThan(0);
  expect(second.lists).toEqual(first.lists);
});
