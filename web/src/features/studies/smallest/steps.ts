/** Carries a search out to its end. */
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import type { FromSearcher } from './search.ts';

/** How often the page hears how far the search is. */
const TELL_EVERY_MS = 300;

/** As much of the engine's search as is used. */
interface StepwiseSearch {
  /** The progress, as JSON. */
  step(): string;
  document(): string;
}

/** Steps until it is over, and tells each change of its state, and how far it is from time to time. */
export function searchToEnd(
  search: StepwiseSearch,
  tell: (message: FromSearcher) => void,
  now: () => number = () => performance.now(),
): void {
  let toldMs = -Infinity;
  let told: SearchProgress['state'] | null = null;
  for (;;) {
    const progress = JSON.parse(search.step()) as SearchProgress;
    const { state } = progress;
    const nowMs = now();
    if (state !== told || nowMs - toldMs >= TELL_EVERY_MS) {
      toldMs = nowMs;
      told = state;
      tell({ kind: 'progress', progress, document: search.document() });
    }
    if (state === 'done' || state === 'refused') {
      return;
    }
  }
}
