/** How far the seeds agree: intervals where there are enough of them, ranges otherwise, and counts of rare events. */
import type { StudySpread } from '../../../engine/generated/scenario.ts';

/** Seeds that an interval takes, as the engine has it (`engine-wasm/study/src/spread.rs`). */
export const INTERVAL_SEEDS = 6;

/** The 95 % interval of the median; null where there are too few values for one. */
export function intervalOf({ low, high }: StudySpread): [low: number, high: number] | null {
  return low !== null && high !== null ? [low, high] : null;
}

/** The interval, or the range where there is none; null of a single value, which says nothing of chance. */
function boundsOf(spread: StudySpread): [low: number, high: number] | null {
  return spread.count < 2 ? null : (intervalOf(spread) ?? [spread.least, spread.most]);
}

/** Whether interval or range have a reference on one side only; single values are taken as they are. */
export function isBeside(spread: StudySpread, reference: number): boolean {
  const bounds = boundsOf(spread);
  return bounds === null || bounds[1] < reference || bounds[0] > reference;
}

/** Whether intervals or ranges of two combinations do not overlap. */
export function isApart(one: StudySpread, other: StudySpread): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return a === null || b === null || a[1] < b[0] || b[1] < a[0];
}

/** What the least and the most value of some seeds are called. */
export function rangeName(count: number): string {
  return `range of ${count} seeds`;
}

/** What is known of chance, in words that follow a count; empty where each combination has one run. */
export function agreementWords(spreads: readonly StudySpread[]): string {
  if (spreads.every(({ count }) => count < 2)) {
    return '';
  }
  return spreads.some((spread) => intervalOf(spread))
    ? 'with the whole 95 % interval'
    : 'in every seed';
}

/** How ranges and intervals are made, once for a picture; empty where each combination has one run. */
export function spreadNote(spreads: readonly StudySpread[]): string {
  const most = Math.max(0, ...spreads.map(({ count }) => count));
  if (most < 2) {
    return most === 0 ? '' : 'One run of each combination: how far seeds differ is not known.';
  }
  return spreads.some((spread) => intervalOf(spread))
    ? '95 % intervals of the median: percentile bootstrap over the seeds. The range is from the least to the most value.'
    : `The range is from the least to the most value of ${most} seeds; a 95 % interval of the median needs ${INTERVAL_SEEDS} or more.`;
}

/** In how many seeds something happened. */
export interface Seen {
  some: number;
  all: number;
}

/** Of a measure that is 0 in some seeds only: in how many it is not. A median says nothing of it. */
export function seenIn(values: readonly (number | null)[]): Seen | null {
  const there = values.filter((value) => value !== null);
  const some = there.filter((value) => value !== 0).length;
  return some > 0 && some < there.length ? { some, all: there.length } : null;
}

/** “6 of 10 seeds”. */
export function seenWords({ some, all }: Seen): string {
  return `${some} of ${all} seeds`;
}
