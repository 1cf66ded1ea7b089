/** The same as the tiles, in words and numbers. */
import type { ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import { wordsOf } from '../frames.ts';
import type { Scene } from '../scene.ts';
import { listName, toldOf } from '../sentences.ts';

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
                  <td>{decided ? `${decided.fate}: ${toldOf(decided)}` : 'to be judged'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
