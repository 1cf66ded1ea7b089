/** Beside the stage: the life of the page, the question about the other kernel, and the batch so far. */
import type { ReactElement } from 'react';

import { formatSeconds } from '../../../base/format.ts';
import { outcomesOf } from '../batch.ts';
import { slow } from '../control.ts';
import type { Scene } from '../scene.ts';
import { toldOf } from '../sentences.ts';
import { Question } from './Question.tsx';

/** Things of a page's life that have room. */
const SHOWN = 7;

/** The column. */
export function Aside({ scene }: { scene: Scene }): ReactElement {
  return (
    <aside className="slow-aside" aria-label="This page and this batch">
      {scene.kind === 'judged' && <Life frame={scene.frames[0] ?? 0} />}
      {scene.kind === 'judged' && <Question scene={scene} />}
      <SoFar scene={scene} />
    </aside>
  );
}

function Life({ frame }: { frame: number }): ReactElement {
  const life = slow.life(frame);
  const shown = life.slice(-SHOWN);
  return (
    <section aria-labelledby="life-title">
      <h3 className="eyebrow" id="life-title">
        This page’s life
      </h3>
      {life.length > shown.length && (
        <p className="quiet">{life.length - shown.length} things before that</p>
      )}
      <ol className="slow-life">
        {shown.map((event, at) => (
          <li
            key={life.length - shown.length + at}
            aria-current={at === shown.length - 1 ? 'step' : undefined}
          >
            <p>{toldOf(event)}</p>
            <p className="quiet number">
              {formatSeconds(event.at_ns, 6)} · {event.context}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SoFar({ scene: { batch } }: { scene: Scene }): ReactElement {
  const counts = batch && outcomesOf(batch);
  const rows: readonly (readonly [id: string, name: string, count: number])[] = counts
    ? [
        ['freed', 'freed', counts.freed],
        ['kept', 'kept, written or activated', counts.kept + counts.written + counts.activated],
        ['waiting', 'to judge', counts.waiting],
      ]
    : [];
  return (
    <section aria-labelledby="so-far-title">
      <h3 className="eyebrow" id="so-far-title">
        Batch so far
      </h3>
      {batch ? (
        <dl className="so-far">
          {rows.map(([id, name, count]) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd className="number">
                <meter
                  className={`so-far-${id}`}
                  aria-label={name}
                  min={0}
                  max={batch.pages.length}
                  value={count}
                />
                <span>{count}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="quiet">No batch is under way.</p>
      )}
    </section>
  );
}
