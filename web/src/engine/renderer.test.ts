import { expect, test } from 'vitest';

import { paintMap, rgbaWord } from './canvas-renderer.ts';
import type { MapColours } from './protocol.ts';
import { bytesOf, shownColour, CELL_BYTES, shareAt, SHARE_PLANES, stepOf } from './renderer.ts';
import { PAGE_STATES, type PageState } from './types.ts';

test('long and short colours', () => {
  expect(bytesOf('#a9d3f0')).toEqual([0xa9, 0xd3, 0xf0]);
  expect(bytesOf('#fff')).toEqual([255, 255, 255]);
  expect(bytesOf('#18a')).toEqual([0x11, 0x88, 0xaa]);
});

test('a word lies in memory as red, green, blue, opaque', () => {
  const bytes = new Uint8Array(Uint32Array.of(rgbaWord(bytesOf('#010203'))).buffer);
  expect([...bytes]).toEqual([1, 2, 3, 255]);
});

test('a lit state keeps its colour and the others fade', () => {
  const pages = { dirty: '#e59d0f', anon: '#47883b' } as MapColours['pages'];
  const colours = { pages, ground: '#eceeed', frame: '#ffffff', shade: '#6b7680' };
  expect(shownColour(colours, 'dirty', null)).toEqual([0xe5, 0x9d, 0x0f]);
  expect(shownColour(colours, 'dirty', 'dirty')).toEqual([0xe5, 0x9d, 0x0f]);
  expect(Math.min(...shownColour(colours, 'dirty', 'anon'))).toBeGreaterThan(0xb0);
  // They can still be told apart.
  expect(shownColour(colours, 'dirty', 'free')).not.toEqual(shownColour(colours, 'anon', 'free'));
});

test('free frames stand out in a darker colour, because theirs is that of faded ones', () => {
  const pages = { free: '#eceeed', dirty: '#e59d0f' } as MapColours['pages'];
  const colours = { pages, ground: '#eceeed', frame: '#ffffff', shade: '#6b7680' };
  expect(shownColour(colours, 'free', 'free')).toEqual([0x6b, 0x76, 0x80]);
  expect(shownColour(colours, 'free', null)).toEqual([0xec, 0xee, 0xed]);
  expect(shownColour(colours, 'dirty', 'free')).toEqual(shownColour(colours, 'dirty', 'anon'));
});

/** The shares of states in cells, in 255ths. */
function sharesOf(cells: readonly Partial<Record<PageState, number>>[]): Uint8Array {
  const shares = new Uint8Array(SHARE_PLANES * cells.length * CELL_BYTES);
  cells.forEach((cell, at) => {
    for (const [state, share] of Object.entries(cell)) {
      shares[shareAt(cells.length, at, PAGE_STATES.indexOf(state as PageState))] = share;
    }
  });
  return shares;
}

/** A palette in which each word identifies its state. */
const palette = Uint32Array.from(PAGE_STATES, (_, state) => 1000 + state);
const word = (state: PageState) => 1000 + PAGE_STATES.indexOf(state);

function paint(
  cells: readonly Partial<Record<PageState, number>>[],
  columns: number,
  dots: number,
): Uint32Array {
  const rows = Math.ceil(cells.length / columns);
  const out = new Uint32Array(columns * rows * dots * dots);
  const grid = { columns, rows, cells: cells.length, cellWidth: 4, cellHeight: 4 };
  paintMap(sharesOf(cells), grid, dots, palette, out);
  return out;
}

const count = (words: Uint32Array, state: PageState) =>
  words.filter((one) => one === word(state)).length;

test('a cell has as many dots of a state as its share of the frames, and no other colour', () => {
  const painted = paint([{ dirty: 127, cleanInactive: 127 }], 1, 2);
  expect([count(painted, 'dirty'), count(painted, 'cleanInactive')]).toEqual([2, 2]);
  const fine = paint([{ dirty: 85, writeback: 85, anon: 85 }], 1, 3);
  expect((['dirty', 'writeback', 'anon'] as const).map((state) => count(fine, state))).toEqual([
    3, 3, 3,
  ]);
});

test('what is too little for a dot in each cell has one in as many cells as it should', () => {
  // 16 of 256 frames are under writeback. The 8 × 8 cells have 2 × 2 dots each, so 16 of the 256 dots show writeback.
  const cells = Array.from({ length: 64 }, () => ({ free: 240, writeback: 16 }));
  expect(count(paint(cells, 8, 2), 'writeback')).toBeGreaterThanOrEqual(15);
  expect(count(paint(cells, 8, 2), 'writeback')).toBeLessThanOrEqual(17);
});

test('a page that changes its state moves one border in its cell alone', () => {
  const before = Array.from({ length: 16 }, () => ({ cleanInactive: 200, dirty: 55 }));
  const after = before.map((cell, at) => (at === 5 ? { cleanInactive: 100, dirty: 155 } : cell));
  const [one, other] = [paint(before, 4, 2), paint(after, 4, 2)];
  const changed = [...one.keys()].filter((at) => one[at] !== other[at]);
  const cellOf = (at: number) => Math.floor(Math.floor(at / 8) / 2) * 4 + Math.floor((at % 8) / 2);
  expect(new Set(changed.map(cellOf))).toEqual(new Set([5]));
  expect(changed.every((at) => other[at] === word('dirty'))).toBe(true);
});

test('beside the last cell there is nothing', () => {
  const painted = paint([{ kernel: 255 }, { kernel: 255 }, { free: 255 }], 2, 1);
  expect([...painted]).toEqual([word('kernel'), word('kernel'), word('free'), 0]);
});

test('the order of dots meets each of them once', () => {
  for (let side = 1; side <= 12; side += 1) {
    const dots = side * side;
    const met = new Set(Array.from({ length: dots }, (_, dot) => (dot * stepOf(dots)) % dots));
    expect(met.size).toBe(dots);
  }
});
