import { expect, test } from 'vitest';

import { endText } from '../lab/run-end.ts';
import { EndEstimate } from './end-estimate.ts';

const MEBI = 2 ** 20;

/** What is told of a run second by second: each text once, with the second at which it came. */
function told(
  workload: number,
  doneAt: (seconds: number) => number,
  seconds: number,
  takenAt = doneAt,
) {
  const estimate = new EndEstimate();
  const texts: { at: number; text: string }[] = [];
  for (let at = 0; at < seconds; at += 1) {
    const left = workload - takenAt(at);
    estimate.take({ nowNs: at * 1e9, left, doneAt: (ns) => doneAt(ns / 1e9) });
    const text = estimate.ns === null ? '' : endText({ ns: estimate.ns, known: 'estimate' });
    if (text !== texts.at(-1)?.text) {
      texts.push({ at, text });
    }
  }
  return texts;
}

test('a copy that fills memory first is not said to end in two minutes', () => {
  // Memory takes 60 MB/s until the dirty limit holds the writer back; the stick takes 14 all along.
  const written = (seconds: number) => Math.max(0, seconds - 2) * 14e6;
  const taken = (seconds: number) => Math.min(seconds * 60e6, 600e6 + written(seconds));
  const [nothing, ...rest] = told(8192 * MEBI, written, 560, taken);
  expect(nothing?.text).toBe('');
  expect(rest).toEqual([{ at: 20, text: 'ends at about 600 s' }]);
});

test('a pace that goes up and down moves what is told once at most', () => {
  const doneAt = (seconds: number) => (seconds * 20 + 30 * Math.sin(seconds / 3)) * 1e6;
  const texts = told(8192 * MEBI, doneAt, 400).map(({ text }) => text);
  expect(texts).toEqual(['', 'ends at about 500 s', 'ends at about 400 s']);
});

test('nothing is told of an end that is out of sight', () => {
  const crawl = (seconds: number) => seconds * 1000;
  expect(told(8192 * MEBI, crawl, 100)).toEqual([{ at: 0, text: '' }]);
  const waits = (seconds: number) => (seconds < 5 ? seconds * MEBI : 5 * MEBI);
  expect(told(8192 * MEBI, waits, 100)).toEqual([{ at: 0, text: '' }]);
});

test('going back leaves it as it was; another future forgets it', () => {
  const estimate = new EndEstimate();
  const at = (seconds: number) =>
    estimate.take({
      nowNs: seconds * 1e9,
      left: (200 - seconds) * MEBI,
      doneAt: (ns) => (ns / 1e9) * MEBI,
    });
  at(50);
  expect(estimate.ns).toBeCloseTo(200e9, -3);
  at(5);
  expect(estimate.ns).toBeCloseTo(200e9, -3);
  estimate.forgetAfter(5e9);
  expect(estimate.ns).toBeNull();
});
