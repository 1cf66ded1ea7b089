/** Since when a page is in its frame, and when it was last decided about: from its whole life, or not at all. */
import type { Decision, ReasonName } from '../../engine/types.ts';
import { formatDuration, formatSeconds } from '../../base/format.ts';

/** Events by which a frame takes a page in, in the engine's names. */
const ENTERS = new Set<ReasonName>(['EntersCache', 'EntersAnon', 'SwappedIn']);

/** What is known of a page's age. */
export interface PageAge {
  /** When it came into the frame, nanoseconds; null where it was there before time began. */
  sinceNs: number | null;
  /** When reclaim, a completion or a use last decided where it goes; null if that never happened. */
  decidedNs: number | null;
}

/** The age of the page that a frame holds after its whole life. Of a life that is not whole nothing is known. */
export function ageOf(life: readonly Decision[], leftOut: number): PageAge | null {
  if (leftOut > 0) {
    return null;
  }
  const entry = life.findLastIndex(({ reason }) => ENTERS.has(reason));
  const own = life.slice(entry + 1);
  return {
    sinceNs: life[entry]?.at_ns ?? null,
    decidedNs: own.findLast(({ fate }) => fate !== 'event')?.at_ns ?? null,
  };
}

/** The age in a sentence, at a moment. */
export function ageText({ sinceNs, decidedNs }: PageAge, nowNs: number): string {
  const since =
    sinceNs === null
      ? 'In memory since the start of the run'
      : `In memory for ${lengthText(nowNs - sinceNs)} (since ${formatSeconds(sinceNs)})`;
  const decided =
    decidedNs === null
      ? 'nothing was decided about it'
      : `last decision ${lengthText(nowNs - decidedNs)} ago`;
  return `${since} · ${decided}`;
}

/** With milliseconds, as long as it may be: people compare the two. */
function lengthText(ns: number): string {
  return ns >= 1e9 ? formatSeconds(ns, 3) : formatDuration(ns);
}
