import { expect, test } from 'vitest';

import { fileNameOf } from './save.ts';

test('files are named after the scenario', () => {
  expect(fileNameOf("fs_mark on a laptop's USB stick")).toBe(
    'fs-mark-on-a-laptop-s-usb-stick.json',
  );
  expect(fileNameOf('…')).toBe('scenario.json');
});
