import { expect, test } from 'vitest';

import { bytesOf, rgbaWord, shownColour } from './colours.ts';
import type { MapColours } from './protocol.ts';

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
  expect(Math.min(...shownColour(colours, 'dirty', 'anon'))).toBeGreaterThan(0xd0);
});
