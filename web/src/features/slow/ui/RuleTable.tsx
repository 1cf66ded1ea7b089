/** The questions that the kernel asks of a page, and which of them decided. */
import type { ReactElement } from 'react';

import { LANES, laneSetting, laneTitle, type LaneId } from '../../../core/lab/lanes.ts';
import { useLab } from '../../../core/lab/store.ts';
import type { Scene } from '../director.ts';
import type { Answer } from '../other-kernel.ts';
import { questionOf, rowsOf, tallyOf } from '../rules.ts';
import { toldOf } from '../sentences.ts';
import { useSlow } from '../store.ts';

/** The table; where no page is judged it tells of the batch. */
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
        The rule that decided: shrink_page_list, rows as the kernel asks them
      </h3>
      {judged ? (
        <table>
          <thead>
            <tr>
              <th scope="col">question</th>
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

/** Where no page is judged: what the questions came to in the batch. */
function TallyTable({ scene: { batch } }: { scene: Scene }): ReactElement {
  if (!batch) {
    return <p className="quiet">Between batches no page is judged.</p>;
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">question</th>
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
      return 'not asked: another version of the kernel';
    case 'not_judged':
      return 'not judged: it goes another way';
    default:
      return '?';
  }
}
