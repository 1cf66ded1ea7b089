import { expect, test } from 'vitest';

import { firstSentence } from './first-sentence.ts';

const scenario = { title: 'Copying 8 GiB to a USB stick' };

test('two kernels are both named', () => {
  expect(firstSentence(scenario, 'Linux 2.6.31', 'Linux 2.6.29')).toContain(
    'A with Linux 2.6.31 and B with Linux 2.6.29',
  );
});

test('a kernel with a patch is said to be the same with that patch', () => {
  expect(firstSentence(scenario, 'Linux 3.0', 'Linux 3.0 + Per-zone dirty limits')).toContain(
    'A with Linux 3.0 and B with the same and per-zone dirty limits,',
  );
});

test('one kernel in both lanes is said once', () => {
  expect(firstSentence(scenario, 'Linux 3.0', 'Linux 3.0')).toContain(', both with Linux 3.0,');
});
