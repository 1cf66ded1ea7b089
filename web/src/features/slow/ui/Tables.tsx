/** A scene in words: its heading, its pages as a table, and the kernel's questions about a page. */
import type { MouseEvent, ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { LANES, laneSetting, laneTitle, type LaneId } from '../../../core/lab/lanes.ts';
import { useLab } from '../../../core/lab/store.ts';
import { slow } from '../control.ts';
import type { Scene } from '../director.ts';
import { wordsOf } from '../picture.ts';
import type { Answer } from '../slow-lane.ts';
import {
  questionOf,
  rowsOf,
  tallyOf,
  listName,
  sentenceOf,
  toldOf,
  whereOf,
} from '../explanation.ts';
import { useSlow } from '../store.ts';

/** Renders the sentence, with place and time. */
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
            Reclaim begins when free pages fall below the low watermark, a few tens of milliseconds
            after the start.
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

/** Moves the focus before the scene changes, because the button disappears with its scene. */
function go(event: MouseEvent<HTMLElement>, move: () => void): void {
  event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
  move();
}

/** Renders the lengths of the lists, and the batch page by page, for screen readers and tests. */
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
                    {batch.gone.has(frame)
                      ? 'no longer isolated'
                      : wordsOf(picture.flags[frame] ?? 0)}
                  </td>
                  <td>{decided ? toldOf(decided) : 'not decided yet'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Renders the table of questions; if no page is judged, for the whole batch. */
export function RuleTable({ scene }: { scene: Scene }): ReactElement {
  const lane = useSlow((state) => state.lane);
  const answer = useSlow((state) => state.answer);
  const scenario = useSlow((state) => state.scenario);
  const catalogue = useLab((state) => state.catalogue);
  const [decision] = scene.events;
  const judged = scene.kind === 'judged' && decision;
  const otherRow = answer?.kind === 'decided' ? questionOf(answer.decision) : -1;
  const rows = judged ? rowsOf(decision, scene.found) : [];
  const asked = rows.slice(
    0,
    Math.max(
      otherRow,
      rows.findIndex(({ decides }) => decides),
    ) + 1,
  );
  const cell = (id: LaneId, row: number, decides: boolean) => {
    if (id === lane) {
      return decides && decision ? toldOf(decision) : '—';
    }
    if (answer?.kind === 'decided') {
      return row === otherRow ? toldOf(answer.decision) : '—';
    }
    return decides ? withoutDecision(answer) : '—';
  };
  return (
    <section className="card rules" aria-labelledby="rules-title">
      <h3 className="eyebrow" id="rules-title">
        Checks of shrink_page_list, in the kernel’s order
      </h3>
      {judged ? (
        <table>
          <thead>
            <tr>
              <th scope="col">check</th>
              <th scope="col">this page</th>
              {LANES.map((id) => (
                <th key={id} scope="col">
                  <span className={`badge badge-${id}`}>{id.toUpperCase()}</span>{' '}
                  {scenario && laneTitle(catalogue, laneSetting(scenario, id), 0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {asked.map(({ question, answer: said, decides }, row) => (
              <tr key={question} data-decides={decides || row === otherRow ? 'yes' : undefined}>
                <th scope="row">{question}</th>
                <td>{said}</td>
                {LANES.map((id) => (
                  <td key={id} data-lane={id}>
                    {cell(id, row, decides)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <TallyTable scene={scene} />
      )}
    </section>
  );
}

/** Renders how many pages of the batch each question has decided, if no page is judged. */
function TallyTable({ scene: { batch } }: { scene: Scene }): ReactElement {
  if (!batch) {
    return <p className="quiet">Between batches, reclaim makes no decisions.</p>;
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">check</th>
          <th scope="col">pages decided</th>
          <th scope="col">in this batch so far</th>
        </tr>
      </thead>
      <tbody>
        {tallyOf(batch.decided.values()).map(({ question, pages, decisions }) => (
          <tr key={question}>
            <th scope="row">{question}</th>
            <td className="number">{pages}</td>
            <td>{decisions.map(toldOf).join('; ') || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function withoutDecision(answer: Answer | null): string {
  switch (answer?.kind) {
    case 'same_kernel':
      return 'the same: no switch differs';
    case 'other_rules':
      return 'not compared: different kernel version';
    case 'not_judged':
      return 'no decision: its batch differs earlier';
    default:
      return '?';
  }
}
