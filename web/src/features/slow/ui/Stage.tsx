/** The lists, the batch beside them, the page under judgement and where it goes. */
import { useRef, type ReactElement } from 'react';

import { LISTS } from '../frames.ts';
import type { Scene } from '../scene.ts';
import { Outcomes } from './Outcomes.tsx';
import { SceneTable } from './SceneTable.tsx';
import { BatchRow, ListTiles, PageCard } from './Tiles.tsx';
import { useMoves } from './use-moves.ts';

const INACTIVE_FILE = 2;

/** The stage. */
export function Stage({ scene }: { scene: Scene }): ReactElement {
  const stage = useRef<HTMLElement>(null);
  useMoves(stage, scene);
  const list = scene.batch?.list ?? INACTIVE_FILE;
  return (
    <section ref={stage} className="card stage" aria-label="The lists and the batch">
      <div aria-hidden="true">
        <ListTiles scene={scene} list={list} />
        <ListTiles scene={scene} list={list + 1} small />
        <BatchRow scene={scene} />
        {scene.kind === 'judged' && <PageCard scene={scene} />}
      </div>
      <Outcomes scene={scene} />
      <ul className="letters quiet" aria-label="Letters on pages">
        <li>d dirty</li>
        <li>w under writeback</li>
        <li>r used: PG_referenced or a young PTE</li>
        <li>a active</li>
        <li>R PG_reclaim</li>
      </ul>
      <SceneTable scene={scene} lists={LISTS.length} />
    </section>
  );
}
