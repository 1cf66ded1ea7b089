/** Runs a search to its end. */
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import type { FromSearcher } from './search.ts';

/** Interval between progress reports to the page. */
const TELL_EVERY_MS = 300;

/** The parts of the engine's search that this module uses. */
interface StepwiseSearch {
  /** Tries the next scenario; returns the progress as JSON. */
  step(): string;
  document(): string;
}

/** Steps the search until it ends. Reports each change of the state, and the progress at intervals. */
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
