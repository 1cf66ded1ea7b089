/** A list from its head, at the top left, to its tail, at the bottom right. */
import type { ReactElement } from 'react';

import type { Scene } from '../scene.ts';
import { listName, pagesOf } from '../sentences.ts';
import { Tile } from './Tile.tsx';

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
