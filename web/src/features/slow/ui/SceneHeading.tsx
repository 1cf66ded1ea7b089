/** What happens now, in a sentence; spoken as it changes. */
import type { MouseEvent, ReactElement } from 'react';

import { slow } from '../control.ts';
import type { Scene } from '../scene.ts';
import { sentenceOf, whereOf } from '../sentences.ts';

/** The sentence, and where and when that is. */
export function SceneHeading({ scene }: { scene: Scene }): ReactElement {
  const frames = slow.frames;
  return (
    <div className="slow-heading">
      <div aria-live="polite">
        <h2 data-testid="slow-sentence">{sentenceOf(scene)}</h2>
      </div>
      {scene.kind === 'start' ? (
        <div className="slow-waiting">
          <p className="quiet">
            Reclaim begins when free pages fall below the low watermark: some tens of milliseconds
            from here.
          </p>
          <button
            type="button"
            className="button button-primary"
            onClick={(event) => go(event, () => slow.nextMixedBatch())}
          >
            Go to a batch with several outcomes
          </button>
          <button
            type="button"
            className="button"
            onClick={(event) => go(event, () => slow.nextBatch())}
          >
            Go to the first batch
          </button>
        </div>
      ) : (
        <p className="quiet number">{frames && whereOf(scene, frames)}</p>
      )}
    </div>
  );
}

/** The button goes with the scene, so the focus is handed to what stays. */
function go(event: MouseEvent<HTMLElement>, move: () => void): void {
  event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
  move();
}
