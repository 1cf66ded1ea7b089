/** A study on one page: the question, what it comes to, the picture, the table, and how to check it. */
import { useRef, type ReactElement } from 'react';
import { createPortal } from 'react-dom';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { Dialog } from '../../../widgets/Dialog.tsx';
import { factorsOf, levelOf, progressOf } from './data.ts';
import type { Drawing } from './drawing.tsx';
import { unbroken } from './format.ts';
import { baseTitle, laneNames } from './lanes.ts';
import { fullTitle, measureOf } from './measures.ts';
import { StillDrawing } from './Paper.tsx';
import type { Table } from './table.ts';

/** Rows of the table that a page has room for. */
const ROWS_MAX = 16;
/** Combinations whose digests stand on the page. */
const DIGESTS_MAX = 8;

interface ReportProps {
  result: StudyResult;
  measure: string;
  sentence: string;
  /** How ranges and intervals are made. */
  note: string;
  drawing: Drawing | null;
  table: Table;
  onClose: () => void;
}

/** The dialog; on paper only the page. */
export function Report(props: ReportProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  return createPortal(
    <Dialog
      ref={dialog}
      id="study-report-title"
      title="Report"
      className="study-report"
      actions={
        <button type="button" className="button button-primary" onClick={() => window.print()}>
          Print…
        </button>
      }
      onClose={props.onClose}
    >
      <Sheet {...props} />
    </Dialog>,
    document.body,
  );
}

function Sheet({ result, measure, sentence, note, drawing, table }: ReportProps): ReactElement {
  const { study, engine } = result;
  const progress = progressOf(result);
  const digests = digestsOf(result);
  return (
    <article className="study-sheet" aria-label="The page that is printed" tabIndex={0}>
      <h3>{study.title}</h3>
      {study.description !== undefined && <p>{study.description}</p>}
      <p className="study-sheet-claim">{unbroken(sentence)}</p>
      <dl>
        <div>
          <dt>Measure</dt>
          <dd>{`${fullTitle(measureOf(measure))} (${measure})`}</dd>
        </div>
        <div>
          <dt>Scenario</dt>
          <dd>{baseTitle(study)}</dd>
        </div>
        {laneNames(study).map(({ lane, name }) => (
          <div key={lane}>
            <dt>{`Lane ${lane.toUpperCase()}`}</dt>
            <dd>{name}</dd>
          </div>
        ))}
        <div>
          <dt>Runs</dt>
          <dd>
            {settingOf(result)}
            {progress &&
              `; ${progress.ended < progress.all ? `${progress.ended} of ${progress.all} runs have ended` : `${progress.all} runs`}`}
            {result.left_out.length > 0 &&
              `; ${result.left_out.length} impossible combinations left out`}
          </dd>
        </div>
      </dl>
      {drawing && <StillDrawing drawing={drawing} />}
      {note !== '' && <p className="quiet">{note}</p>}
      <table className="number">
        <thead>
          <tr>
            {table.columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric ? 'figure' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, ROWS_MAX).map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ text }, at) => (
                <td
                  key={table.columns[at]?.title}
                  className={table.columns[at]?.numeric ? 'figure' : ''}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > ROWS_MAX && (
        <p className="quiet">{`${table.rows.length - ROWS_MAX} more rows are in the CSV file.`}</p>
      )}
      <footer>
        <p>
          {`Simulated by Reclaim Lab ${engine}. Running the study again reproduces each run exactly.`}
          {digests !== '' && (
            <>
              {' Digests of the first seed’s runs: '}
              <span className="study-digests">{digests}</span>
            </>
          )}
        </p>
      </footer>
    </article>
  );
}

/** How many combinations of how many factors, and seeds. */
function settingOf({ points, factors, study: { seeds } }: StudyResult): string {
  const count = (n: number, name: string) => `${n} ${name}${n === 1 ? '' : 's'}`;
  const of = factors.length === 0 ? '' : ` of ${count(factors.length, 'factor')}`;
  return `${count(points.length, 'combination')}${of}, ${count(seeds, 'seed')}${points.length > 1 ? ' each' : ''}`;
}

/** The digests of the first combinations, by lane; empty where no run is there. */
function digestsOf(result: StudyResult): string {
  const { points, runs } = result;
  const of = ([run]: readonly number[], lane: string) => {
    const digest = run === undefined ? undefined : runs[run]?.digest;
    return digest === undefined ? [] : [`${lane} ${digest}`];
  };
  const factors = factorsOf(result);
  const known = points.flatMap((point) => {
    const { runs_a: a, runs_b: b } = point;
    const labels = factors.map((factor) => levelOf(factor, point)?.label ?? '');
    const digests = [...of(a, 'A'), ...of(b, 'B')];
    return digests.length === 0 ? [] : [[labels.join(', '), ...digests].join(' ').trim()];
  });
  const more = known.length > DIGESTS_MAX ? '; the others are in the CSV file.' : '';
  return `${known.slice(0, DIGESTS_MAX).join('; ')}${more}`;
}
