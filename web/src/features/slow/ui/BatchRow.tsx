/** The pages that reclaim holds off the list. */
import type { ReactElement } from 'react';

import type { Scene } from '../scene.ts';
import { pagesOf } from '../sentences.ts';
import { Tile } from './Tile.tsx';

/** The row: pages that were judged are pale and say where they go. */
export function BatchRow({ scene }: { scene: Scene }): ReactElement {
  const { batch, kind, frames, picture, alongside } = scene;
  if (!batch || kind === 'tail') {
    return (
      <p className="batch-none quiet">
        {batch ? 'Nothing is isolated yet.' : 'No batch is under way.'}
      </p>
    );
  }
  return (
    <div className="batch">
      <p className="quiet batch-name">
        isolated by {batch.context}: {pagesOf(batch.pages.length)} off the list
        {alongside.map((other) => (
          <span key={other.number}>
            {' '}
            · {other.context} holds {pagesOf(other.pages.length - other.gone.size)} more
          </span>
        ))}
      </p>
      <div className="batch-tiles">
        {batch.pages.map((frame) => {
          const decided = batch.decided.get(frame);
          const judged = kind === 'judged' && frames[0] === frame;
          const gone = batch.gone.has(frame);
          const look = judged ? 'tile-judged' : decided ? `tile-done tile-${decided.fate}` : '';
          return (
            <Tile
              key={frame}
              frame={frame}
              flags={picture.flags[frame] ?? 0}
              look={gone ? `${look} tile-gone` : look}
              here={!gone}
            />
          );
        })}
      </div>
    </div>
  );
}
