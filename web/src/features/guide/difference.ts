/** The moment at which it shows why the lanes come out differently. */
import { formatCount, formatSeconds } from '../../base/format.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import type { LabStore } from '../../core/lab/store.ts';
import { goalOf } from '../../core/lab/timeline.ts';
import type { Mark } from '../../engine/types.ts';

/** An event that only one of the lanes has. */
export interface OwnMark extends Mark {
  lane: LaneId;
}

/** The first mark that only one of the lanes has; null if there is none. */
export function ownMark({ marks }: Pick<LabStore, 'marks'>): OwnMark | null {
  const own = LANES.flatMap((lane) => {
    const others = marks[lane === 'a' ? 'b' : 'a'];
    return marks[lane]
      .filter(({ name }) => !others.some((other) => other.name === name))
      .map((mark) => ({ ...mark, lane }));
  });
  return own.toSorted((one, other) => one.at_ns - other.at_ns)[0] ?? null;
}

/**
 * The moment that shows why the outcomes differ: the first event that only one of the lanes has, such as the first write
 * from reclaim. Where there is none, the first decision that differs.
 */
export function differenceOf(state: LabStore): number | null {
  const mark = ownMark(state);
  // Not until it has been counted: reclaim has looked at thousands of other pages by then.
  return mark
    ? goalOf({ name: mark.name, atNs: mark.at_ns, kind: 'moment' }, null)
    : firstDifference(state);
}

/** Where the lanes first decide differently, which often shows no effect for a long time; null if it is not known. */
export function firstDifference({ divergence }: LabStore): number | null {
  return divergence.status === 'found' ? divergence.atNs : null;
}

/** What happens there. */
export function differenceWords(state: LabStore): string {
  const mark = ownMark(state);
  if (mark) {
    return `${markWords(mark)}: ${mark.text}. ${mark.lane === 'a' ? 'B' : 'A'} never gets there.`;
  }
  const { divergence } = state;
  return divergence.status === 'found'
    ? `At ${formatSeconds(divergence.atNs, 3)} A and B first differ, after ${formatCount(divergence.same)} identical decisions and events. “Why did this page do that?” below shows both decisions.`
    : '';
}

/** When and where an event is. */
export function markWords({ at_ns: atNs, lane }: OwnMark): string {
  return `At ${formatSeconds(atNs)}, in ${lane.toUpperCase()} only`;
}
