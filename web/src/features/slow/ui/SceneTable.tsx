/** A scene in words: its heading, and its pages as a table. */
import type { MouseEvent, ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import type { Scene } from '../director.ts';
import { wordsOf } from '../frames.ts';
import { sentenceOf, whereOf, listName, toldOf } from '../sentences.ts';

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

/** Lengths of the lists, and the batch page by page. */
export function SceneTable({ scene, lists }: { scene: Scene; lists: number }): ReactElement {
  const { picture, batch, frames } = scene;
  const first = lists * (slow.frames?.zoneOf(frames[0] ?? 0) ?? 0);
  return (
    <div className="visually-hidden">
      <table data-testid="slow-lists">
        <caption>Lists of the zone</caption>
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col">Pages</th>
          </tr>
        </thead>
        <tbody>
          {picture.lists.slice(first, first + lists).map((pages, at) => (
            <tr key={listName(at)}>
              <th scope="row">{listName(at)}</th>
              <td>{pages.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {batch && (
        <table data-testid="slow-batch" data-batch={batch.number}>
          <caption>The batch of {batch.context}, the page at the tail first</caption>
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">State</th>
              <th scope="col">Decision</th>
            </tr>
          </thead>
          <tbody>
            {batch.pages.map((frame) => {
              const decided = batch.decided.get(frame);
              return (
                <tr key={frame}>
                  <th scope="row">pfn {formatPfn(slow.frames?.pfn(frame) ?? frame)}</th>
                  <td>
                    {batch.gone.has(frame) ? 'gone its way' : wordsOf(picture.flags[frame] ?? 0)}
                  </td>
                  <td>{decided ? toldOf(decided) : 'to be judged'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
