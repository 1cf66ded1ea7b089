import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantiate } from './wasm.ts';
import { layoutLane, ribbonZones } from './layout.ts';
import * as bindings from './pkg/reclaim.js';
import type { PageState } from './types.ts';
import { PAGE_STATES } from './types.ts';
import { Runner } from './runner.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const engine = instantiate(
  bindings,
  new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'))),
);

const FRAMES = 60;
/** Virtual time between two `LaneFrame`s. */
const FRAME_NS = 50e6;
const FRAME_MS = 16;
/**
 * Maximum garbage per `LaneFrame`, bytes: its samples and its strip. The size of the machine must not matter: one byte
 * per page frame would be 960,000 bytes.
 */
const MOST = 64_000;

const black = Object.fromEntries(PAGE_STATES.map((state) => [state, '#000000']));
const one = '#000000';
const colours = { pages: black as Record<PageState, string>, ground: one, frame: one, shade: one };

function bytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns the median of the bytes allocated per `LaneFrame`: to draw a scenario's machine and to report its state. */
function garbageOfFrame(id: string): number {
  let wallMs = 0;
  const host = { memory: () => engine.memory(), wallMs: () => wallMs, alive: () => undefined };
  const scenario = readFileSync(join(root, `public/gallery/${id}.json`), 'utf8');
  const runner = new Runner(engine.newMachine(scenario), host);
  const frames = runner.description.zones.map((zone) => zone.frames);
  const layout = layoutLane({
    width: 800,
    height: 300,
    frames,
    ribbons: ribbonZones(frames, 2),
    labelWidth: 80,
  });
  let put = 0;
  const renderer = {
    kind: 'webgl2' as const,
    setView: () => undefined,
    putMap: () => (put += 1),
    light: () => undefined,
    putRibbon: () => undefined,
    draw: () => undefined,
  };
  runner.show(renderer, { layout, pixelRatio: 1, colours });
  const garbage = Array.from({ length: FRAMES }, () => {
    runner.runSlice(runner.nowNs() + FRAME_NS, FRAME_MS);
    wallMs += FRAME_MS;
    const before = bytes();
    runner.draw(false);
    runner.frame(false, false, 0);
    return bytes() - before;
  });
  // Make sure that something was drawn: a test that draws nothing would also allocate nothing.
  expect(put).toBeGreaterThan(FRAMES);
  runner.free();
  return garbage.toSorted((one, other) => one - other)[FRAMES / 2] ?? NaN;
}

test('what a frame throws away does not grow with the pages that it shows', () => {
  const small = garbageOfFrame('weiner-usb-small');
  const large = garbageOfFrame('weiner-usb');
  expect(small).toBeLessThan(MOST);
  expect(large).toBeLessThan(MOST);
});
