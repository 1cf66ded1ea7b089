/** What guides through a run, as the page fetches it. */
import { idOfTitle, watchOf } from '../../core/gallery/documents.ts';
import { inSentence } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';

export { goToMoment } from '../../core/lab/moment.ts';

/** What to watch in the scenario that runs; null where nobody has said. */
export function watchNow(): string | null {
  const { galleryId, scenario } = useLab.getState();
  const id = galleryId ?? idOfTitle(scenario?.title ?? '');
  return id === null ? null : watchOf(id);
}

/** What both machines are doing now that reclaim is at work; while that is the same, what to watch. */
export function sentenceNow(a: string, b: string, watch: string | null): string {
  if (a !== b) {
    return `Reclaim has begun. In A: ${inSentence(a)}. In B: ${inSentence(b)}.`;
  }
  return watch === null
    ? `Reclaim has begun. In both machines: ${inSentence(a)}.`
    : `Reclaim has begun. Watch ${watch}`;
}

/** Reclaim was not met in so many virtual seconds. */
export function sentenceMissing(seconds: number): string {
  return `In the first ${seconds} s of this run memory lasts, and reclaim has nothing to do.`;
}
