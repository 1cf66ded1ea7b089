/** What guides through a run, as the page fetches it. */
import { idOfTitle } from '../../core/gallery/documents.ts';
import { useLab } from '../../core/lab/store.ts';
import { watchOf } from '../../core/gallery/watch.ts';

export { sentenceMissing, sentenceNow } from './later-sentences.ts';
export { goToMoment } from '../../core/lab/moment.ts';

/** What to watch in the scenario that runs; null where nobody has said. */
export function watchNow(): string | null {
  const { galleryId, scenario } = useLab.getState();
  const id = galleryId ?? idOfTitle(scenario?.title ?? '');
  return id === null ? null : watchOf(id);
}
