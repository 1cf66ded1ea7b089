/** Where pages go: five boxes with how many went there. */
import type { ReactElement } from 'react';

import type { LaneId } from '../../../core/lab/lanes.ts';
import { outcomesOf, type Outcome } from '../batch.ts';
import type { Scene } from '../scene.ts';
import { useSlow } from '../store.ts';

const BOXES: readonly (readonly [id: Outcome | 'rotated', name: string, what: string])[] = [
  ['freed', 'freed', 'back to the free list'],
  ['written', 'written now', 'its write begins at once'],
  ['kept', 'kept', 'head of the inactive list'],
  ['activated', 'activated', 'head of the active list'],
  ['rotated', 'rotated when clean', 'tail of inactive, freed next; any page since the batch began'],
];

/** The boxes. */
export function Outcomes({ scene }: { scene: Scene }): ReactElement {
  const lane = useSlow((state) => state.lane);
  const answer = useSlow((state) => state.answer);
  const { batch, kind, events } = scene;
  const counts = batch ? outcomesOf(batch) : null;
  const isRotation = events[0]?.reason === 'Rotated';
  const fate = kind === 'judged' || isRotation ? events[0]?.fate : undefined;
  // Between batches there is no other count than the scene's own.
  const rotated = batch?.rotated ?? (isRotation ? events.length : 0);
  const otherFate = answer?.kind === 'decided' ? answer.decision.fate : undefined;
  const other = lane === 'a' ? 'b' : 'a';
  return (
    <dl className="outcomes">
      {BOXES.map(([id, name, what]) => (
        <div
          key={id}
          className={`outcome outcome-${id}`}
          data-outcome={id}
          data-now={fate === id ? 'yes' : undefined}
        >
          <dt>
            {name} {fate === id && <Goes lane={lane} />} {otherFate === id && <Goes lane={other} />}
          </dt>
          <dd className="outcome-count number">
            {(id === 'rotated' ? rotated : counts?.[id]) ?? 0}
          </dd>
          <dd className="outcome-what quiet">{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function Goes({ lane }: { lane: LaneId }): ReactElement {
  return (
    <span className={`badge badge-${lane}`} title={`This page in lane ${lane.toUpperCase()}`}>
      {lane.toUpperCase()}
    </span>
  );
}
