/** The page under judgement. */
import type { ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import { wordsOf } from '../frames.ts';
import type { Scene } from '../scene.ts';
import { Tile } from './Tile.tsx';

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
