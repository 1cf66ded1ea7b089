import { expect, test } from 'vitest';

import { bytesOf, rgbaWord } from './colours.ts';

test('long and short colours', () => {
  expect(bytesOf('#a9d3f0')).toEqual([0xa9, 0xd3, 0xf0]);
  expect(bytesOf('#fff')).toEqual([255, 255, 255]);
  expect(bytesOf('#18a')).toEqual([0x11, 0x88, 0xaa]);
});

test('a word lies in memory as red, green, blue, opaque', () => {
  const bytes = new Uint8Array(Uint32Array.of(rgbaWord('#010203')).buffer);
  expect([...bytes]).toEqual([1, 2, 3, 255]);
});
