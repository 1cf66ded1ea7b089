import { expect, test } from 'vitest';

import { gallery, watchOf } from './documents.ts';

test('what to watch names no moment: kernels and switches move it', () => {
  for (const { id } of gallery) {
    expect(watchOf(id) ?? '', id).not.toMatch(/\d\s?(s|seconds|min|minutes)\b/);
  }
  expect(watchOf('weiner-usb')).toContain('once reclaim begins');
});
