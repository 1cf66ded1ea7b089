/** A study on one page: the question, the result, the picture, the table, and how to check it. */
import { useRef, type ReactElement } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { unbroken } from '../../../base/format.ts';
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { svgText } from '../../../widgets/chart/svg-chart.ts';
import { Dialog } from '../../../widgets/Dialog.tsx';
import { factorsOf, levelOf, progressOf } from './data.ts';
import { Label, textOf, type Drawing } from './drawing.tsx';
import { LIGHT } from './values.ts';
import { fullTitle, measureOf } from '../measures.ts';
import type { Table } from './table.ts';
import { baseTitle, laneNames } from '../words.ts';

/** Maximum number of rows of the table on the page. */
const ROWS_MAX = 16;
/** Maximum number of combinations with digests on the page. */
const DIGESTS_MAX = 8;

interface ReportProps {
  result: StudyResult;
  measure: string;
  sentence: string;
  /** Explains the ranges and intervals. */
  note: string;
  drawing: Drawing | null;
  table: Table;
  onClose: () => void;
}

/** Renders the dialog; only its page is printed. */
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
    <article className="study-sheet" aria-label="Print preview" tabIndex={0}>
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

/** Describes the number of combinations, factors and seeds. */
function settingOf({ points, factors, study: { seeds } }: StudyResult): string {
  const count = (n: number, name: string) => `${n} ${name}${n === 1 ? '' : 's'}`;
  const of = factors.length === 0 ? '' : ` of ${count(factors.length, 'factor')}`;
  return `${count(points.length, 'combination')}${of}, ${count(seeds, 'seed')}${points.length > 1 ? ' each' : ''}`;
}

/** Returns the digests of the first combinations, by lane; empty if there is no run. */
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

// Pictures for paper and files: in the light theme's colours, with title and origin, and every mark in words.

const HEAD = 54;
const FOOT = 26;
const EDGE = 14;
const FONT = 'Helvetica, Arial, sans-serif';

/** The origin of a picture. */
interface PaperOrigin {
  title: string;
  engine: string;
}

/** Renders a picture without interaction. */
export function StillDrawing({ drawing }: { drawing: Drawing }): ReactElement {
  const { width, height, label } = drawing;
  return (
    <svg
      className="study-still"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <Inside drawing={drawing} />
    </svg>
  );
}

function Inside({ drawing: { under, marks, over } }: { drawing: Drawing }): ReactElement {
  return (
    <>
      {under}
      {marks.map((mark) => (
        <g key={mark.key}>
          <title>{textOf(mark)}</title>
          {mark.shape}
        </g>
      ))}
      {over}
    </>
  );
}

/** Returns the text of an SVG file. */
export function svgFile(drawing: Drawing, { title, engine }: PaperOrigin): string {
  const [width, height] = [drawing.width + 2 * EDGE, drawing.height + HEAD + FOOT];
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() =>
    root.render(
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        fontFamily={FONT}
      >
        <title>{`${title}: ${drawing.label}`}</title>
        <rect width={width} height={height} fill={LIGHT.ground} />
        <Label x={EDGE} y={22} text={title} room={drawing.width} colour={LIGHT.ink} bold />
        <Label x={EDGE} y={40} text={drawing.label} room={drawing.width} colour={LIGHT.quiet} />
        <g transform={`translate(${EDGE} ${HEAD})`}>
          <Inside drawing={drawing} />
        </g>
        <Label
          x={EDGE}
          y={height - 10}
          text={`Reclaim Lab ${engine}, simulated`}
          colour={LIGHT.quiet}
        />
      </svg>,
    ),
  );
  const svg = holder.querySelector('svg');
  const text = svg ? svgText(svg) : '';
  root.unmount();
  return text;
}
