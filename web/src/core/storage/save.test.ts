import { expect, test } from 'vitest';

import { fileNameOf, runFileName } from './save.ts';

test('files are named after the scenario', () => {
  expect(fileNameOf("fs_mark on a laptop's USB stick")).toBe(
    'fs-mark-on-a-laptop-s-usb-stick.json',
  );
  expect(fileNameOf('…')).toBe('scenario.json');
});

test('what is taken of a run says which run, which kernels, when and what', () => {
  const kernels = { a: 'Linux 2.6.36', b: 'Linux 3.0 − evict once' };
  expect(runFileName('dd, 8 GiB', kernels, 12.3e9, 'counters.csv')).toBe(
    'dd-8-gib-linux-2.6.36-vs-linux-3.0-evict-once-at-12.3-s-counters.csv',
  );
  expect(runFileName('dd', { a: 'x', b: 'y' }, 1234.5e9, 'map.png')).toBe(
    'dd-x-vs-y-at-1234.5-s-map.png',
  );
});
