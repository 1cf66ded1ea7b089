// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { compareDigests } from '../../core/link/state.ts';
import { verdictExplanation, verdictText } from './VerdictMark.tsx';

const sent = { a: '1', b: '2' };

test('the same digests are the same run', () => {
  const verdict = compareDigests(20.5e9, sent, { a: '1', b: '2' });
  expect(verdictText(verdict)).toBe('Same state as in the link');
  expect(verdictExplanation(verdict, '0.1.0')).toContain('At 20.5 s, the digests of both machines');
});

test('another digest in one lane is another engine, and says which lane', () => {
  const verdict = compareDigests(20.5e9, sent, { a: '1', b: '3' });
  expect(verdictText(verdict)).toBe('State differs from the link');
  expect(verdictExplanation(verdict, '0.1.0')).toMatch(
    /the state of lane B differs from the digest.*0\.1\.0/,
  );
  const both = compareDigests(20.5e9, sent, { a: '0', b: '3' });
  expect(verdictExplanation(both, '0.1.0')).toContain('the states of lanes A and B differ');
});
