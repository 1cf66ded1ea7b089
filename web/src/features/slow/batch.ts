/** A reclaim batch: the pages that one reclaimer took off a list together, and what became of each. */
import type { Decision, Fate } from '../../engine/types.ts';

/** What can become of a page of a batch. */
export type Outcome = Exclude<Fate, 'event' | 'rotated'>;

/** The outcomes in the order of the screen. */
export const OUTCOMES: readonly Outcome[] = ['freed', 'written', 'kept', 'activated'];

/** A batch at a moment; never changed once it is in a scene. */
export interface Batch {
  /** Counts the batches of the run, from 1 on. */
  number: number;
  context: string;
  priority: number | null;
  /** List that it was taken from, `4 zone + list`. */
  list: number;
  /** Frames in the order in which they were taken: the one at the tail first. */
  pages: readonly number[];
  /** What was decided last about each page that was judged. */
  decided: ReadonlyMap<number, Decision>;
  /** Pages that are back on a list or free. */
  gone: ReadonlySet<number>;
  /** Pages of any batch that were rotated to the tail since this one began. */
  rotated: number;
}

/** Whether a decision judges a page of a batch. A page that was used again goes to the active list by no judgement. */
export function isJudgement({ fate, priority, reason }: Decision): boolean {
  return priority !== null && fate !== 'event' && fate !== 'rotated' && reason !== 'ActivatedByUse';
}

/** The batch after one more thing happened to one of its pages. */
export function withEvent(batch: Batch, decision: Decision, frame: number): Batch {
  const { reason } = decision;
  if (reason === 'PutBack' || reason === 'GivenBack') {
    return { ...batch, gone: new Set(batch.gone).add(frame) };
  }
  if (isJudgement(decision)) {
    return { ...batch, decided: new Map(batch.decided).set(frame, decision) };
  }
  return batch;
}

/** Whether every page has gone its way. */
export function isOver({ pages, gone }: Batch): boolean {
  return gone.size === pages.length;
}

/** How many pages came to each outcome, and how many are still to be judged. */
export function outcomesOf({
  pages,
  decided,
}: Batch): Record<Outcome, number> & { waiting: number } {
  const counts = { freed: 0, written: 0, kept: 0, activated: 0, waiting: 0 };
  for (const page of pages) {
    const fate = decided.get(page)?.fate;
    if (fate === undefined || fate === 'event' || fate === 'rotated') {
      counts.waiting += 1;
    } else {
      counts[fate] += 1;
    }
  }
  return counts;
}

/** Pages and reasons that make a batch worth looking for. */
const MIXED = { pages: 16, reasons: 3 };

/** Whether it is large and its pages were decided about for several reasons. */
export function isMixed({ pages, decided }: Batch): boolean {
  const reasons = new Set([...decided.values()].map(({ reason }) => reason));
  return pages.length >= MIXED.pages && reasons.size >= MIXED.reasons;
}
