import { expect, test } from 'vitest';

import { sentenceNow } from './part.ts';

test('headlines become parts of a sentence', () => {
  expect(sentenceNow('Reclaim finds clean pages', 'kswapd scans', 'the maps.')).toBe(
    'Reclaim has begun. In A: reclaim finds clean pages. In B: kswapd scans.',
  );
  expect(sentenceNow('Ready', 'Ready', null)).toBe('Reclaim has begun. In both machines: ready.');
});

test('what to watch is told while both machines do the same', () => {
  expect(sentenceNow('Ready', 'Ready', 'the DMA zone.')).toBe(
    'Reclaim has begun. Watch the DMA zone.',
  );
});
