/** The pages of a scene as tiles: on their lists, in the batch, and the one that is judged. */
import type { ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import { lettersOf, stateOf, wordsOf } from '../frames.ts';
import type { Scene } from '../scene.ts';
import { listName, pagesOf } from '../sentences.ts';

interface TileProps {
  frame: number;
  flags: number;
  /** More class names. */
  look?: string;
  /** Whether the page is here, and not only remembered here. */
  here?: boolean;
}

/** The square; a table says the same to those who do not see it. */
function Tile({ frame, flags, look = '', here = true }: TileProps): ReactElement {
  const pfn = slow.frames?.pfn(frame) ?? frame;
  return (
    <span
      className={`tile tile-${stateOf(flags)} ${look}`}
      data-frame={here ? frame : undefined}
      title={`pfn ${formatPfn(pfn)} · ${wordsOf(flags)}`}
    >
      {lettersOf(flags)}
    </span>
  );
}

interface ListTilesProps {
  scene: Scene;
  /** Number of the list. */
  list: number;
  small?: boolean;
}

/** The list. Pages that a batch took from it leave their places framed until the batch is over. */
export function ListTiles({ scene, list, small = false }: ListTilesProps): ReactElement {
  const { picture, batch, kind } = scene;
  const pages = picture.lists[list] ?? [];
  const ofBatch = batch?.list === list ? batch.pages : [];
  const chosen = new Set(kind === 'tail' ? ofBatch : []);
  const left = kind === 'tail' ? [] : ofBatch;
  return (
    <div className={small ? 'slow-list slow-list-small' : 'slow-list'}>
      <p className="slow-list-name">
        <span className="quiet">head</span>
        <strong>
          {listName(list)} · {pagesOf(pages.length)}
        </strong>
        <span className="quiet">tail</span>
      </p>
      {/* From the tail on, so that a page more at the head moves no other. */}
      <div className="tiles" data-list={list}>
        {left.map((frame) => (
          <span key={`left-${frame}`} className="tile tile-left" />
        ))}
        {pages.toReversed().map((frame) => (
          <Tile
            key={frame}
            frame={frame}
            flags={picture.flags[frame] ?? 0}
            look={chosen.has(frame) ? 'tile-chosen' : ''}
          />
        ))}
      </div>
    </div>
  );
}

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

/** The card; it stands below the page in the batch. */
export function PageCard({ scene }: { scene: Scene }): ReactElement {
  const frame = scene.frames[0] ?? 0;
  return (
    <div className="page-card-place">
      <span className="page-arrow" />
      <div className="page-card">
        <p>
          <strong>pfn {formatPfn(slow.frames?.pfn(frame) ?? frame)}</strong>
          <Tile frame={frame} flags={scene.found} here={false} look="flyer-from" />
        </p>
        <p className="quiet">found {wordsOf(scene.found)}</p>
        <p className="quiet">{scene.holds}</p>
      </div>
      <Tile frame={frame} flags={scene.found} here={false} look="flyer" />
    </div>
  );
}
