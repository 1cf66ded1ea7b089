/** The plot of published against computed figures, with the selected figure beside it. */
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { hashOf } from '../../../core/link/results-route.ts';
import {
  figureTitle,
  formatFigure,
  formatPair,
  formatRatio,
  placeTitle,
  ratioOf,
  rowTitle,
  tableTitle,
  VERDICT_NAMES,
} from '../../../core/published.ts';
import { SHAPES, VerdictName } from '../../../widgets/FigureVerdict.tsx';
import type { JudgedLine } from '../engine.ts';
import {
  FRAME,
  SIDE,
  allowedText,
  axesOf,
  bothFallToZero,
  firstShown,
  layScatter,
  type Axes,
  type Point,
  type ScatterPlot,
} from '../scatter.ts';
import { session } from '../session.ts';
import { useResults, type Planned } from '../store.ts';
import { isSpread, JUDGING, type Pair, type PlacedLine } from '../tables.ts';

/** Number of points by which Page Up and Page Down move the selection. */
const PAGE = 10;
/** An example of the rule for verdicts: the square of the ratio, and its square root. */
const EXAMPLE = 'for ×0.64, from ×0.41 to ×0.80';

interface ScatterProps {
  planned: Planned;
  /** The lines to plot. */
  lines: readonly PlacedLine[];
  /** Origin of the figures: published or measured. */
  known: string;
}

/** Renders the card; nothing if no line is computed. */
export function Scatter({ planned, lines, known }: ScatterProps): ReactElement | null {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const plots = useMemo(
    () =>
      axesOf(lines).flatMap((axes) => {
        const plot = layScatter(lines, axes, judged, failures);
        return plot ? [{ axes, plot }] : [];
      }),
    [lines, judged, failures],
  );
  const [wanted, setAxes] = useState<Axes | null>(null);
  const [chosen, choose] = useState<number | null>(null);
  const shown = plots.find(({ axes }) => axes === wanted) ?? plots[0];
  if (!shown) {
    return null;
  }
  const { axes, plot } = shown;
  const at = Math.min(chosen ?? firstShown(plot, axes), plot.points.length - 1);
  const point = plot.points[at];
  return (
    <section className="card scatter" aria-labelledby="scatter-title">
      <div className="figures-head">
        <h3 id="scatter-title">{`Computed vs. ${known}`}</h3>
        {plots.length > 1 && (
          <fieldset className="segments">
            <legend className="visually-hidden">Plotted values</legend>
            {plots.map(({ axes: choice }) => (
              <label key={choice} className="segment">
                <input
                  type="radio"
                  name="axes"
                  checked={choice === axes}
                  onChange={() => setAxes(choice)}
                />
                {choice === 'change' ? 'Change' : 'Values'}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <div className="scatter-body">
        <Drawing plot={plot} axes={axes} known={known} at={at} choose={choose} />
        <div className="scatter-side">
          <p className="quiet">{explain(axes, known, plot)}</p>
          {point && <Chosen planned={planned} point={point} axes={axes} known={known} />}
          {plot.left > 0 && (
            <p className="quiet">{`Negative figures are only in the table: ${plot.left}.`}</p>
          )}
        </div>
      </div>
    </section>
  );
}

function explain(axes: Axes, known: string, { hasBounded, zero }: ScatterPlot): string {
  if (axes === 'value') {
    const own =
      known === 'measured' ? ' Some figures have their own limit, from repeated runs.' : '';
    return `Each point is the value of one figure on one kernel, in its own unit. On the line, computed equals ${known}; in the shaded area, computed is at most 1.25 times larger or smaller.${own} Both axes are logarithmic${zero === null ? '' : '; zeros are outside the scale, to the left and below'}.`;
  }
  const limit = hasBounded
    ? ' A fall to less than ×0.01, such as a count that falls to 0, is drawn at ×0.01; its verdict also depends on the old value.'
    : '';
  return `Each point is a figure for two kernels: the value with the new kernel divided by the value with the old. On the line, computed equals ${known}. The shaded area has the computed ratios that reproduce the ${known} one: ${EXAMPLE}.${limit}`;
}

interface DrawingProps {
  plot: ScatterPlot;
  axes: Axes;
  known: string;
  at: number;
  choose: (at: number) => void;
}

function Drawing({ plot, axes, known, at, choose }: DrawingProps): ReactElement {
  const { left, right, top, bottom } = FRAME;
  const { ticks, zero, near, equality } = plot;
  const group = useRef<SVGGElement>(null);
  const move = (event: KeyboardEvent) => {
    const last = plot.points.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    const now = plot.points[at];
    if (to !== undefined) {
      event.preventDefault();
      const inside = Math.min(last, Math.max(0, to));
      choose(inside);
      group.current?.children[inside]?.querySelector<SVGElement>('[role=button]')?.focus();
    } else if (now && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      seek(now);
    }
  };
  return (
    <svg
      className="scatter-plot"
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      role="group"
      aria-label={`${plot.points.length} figures, computed vs. ${known}`}
    >
      <polygon className="scatter-near" points={near} />
      {ticks.map(({ at: tick, label }) => (
        <g key={label} className="scatter-tick" aria-hidden="true">
          <line x1={left + tick} x2={left + tick} y1={top} y2={bottom} />
          <line x1={left} x2={right} y1={bottom - tick} y2={bottom - tick} />
          <text x={left + tick} y={bottom + 20} textAnchor="middle">
            {label}
          </text>
          <text x={left - 10} y={bottom - tick + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {zero !== null && (
        <g className="scatter-tick" aria-hidden="true">
          <text x={left + zero} y={bottom + 20} textAnchor="middle">
            0
          </text>
          <text x={left - 10} y={bottom - zero + 4} textAnchor="end">
            0
          </text>
        </g>
      )}
      <line
        className="scatter-equality"
        x1={equality.from[0]}
        y1={equality.from[1]}
        x2={equality.to[0]}
        y2={equality.to[1]}
      />
      <rect className="scatter-frame" x={left} y={top} width={right - left} height={bottom - top} />
      <text className="scatter-axis" x={(left + right) / 2} y={SIDE - 6} textAnchor="middle">
        {known}
        {axes === 'change' && ', new ÷ old'}
      </text>
      <text
        className="scatter-axis"
        transform={`translate(11 ${(top + bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        computed{axes === 'change' && ', new ÷ old'}
      </text>
      <g ref={group} onKeyDown={move}>
        {plot.points.map((point, of) => (
          <g key={keyOf(point)} transform={`translate(${point.x - 6} ${point.y - 6})`}>
            <g
              role="button"
              tabIndex={of === at ? 0 : -1}
              className={`scatter-point verdict-${point.verdictState}${of === at ? ' chosen' : ''}`}
              data-kernel={point.kernel ?? undefined}
              aria-label={labelOf(point, known)}
              onFocus={() => choose(of)}
              onPointerEnter={() => choose(of)}
              onClick={() => seek(point)}
            >
              <circle className="scatter-halo" cx="6" cy="6" r="9" />
              <path d={SHAPES[point.verdictState]} fillRule="evenodd" />
            </g>
          </g>
        ))}
      </g>
    </svg>
  );
}

function keyOf({ line, kernel }: Point): string {
  return `${line.number} ${kernel ?? ''}`;
}

function labelOf(point: Point, known: string): string {
  const { line, kernel, published, computed, verdictState } = point;
  const name = `${figureTitle(line.line)}, ${rowTitle(line.row)}`;
  const of = kernel === null ? '' : `, ${kernel} kernel`;
  const values = `${known} ${formatFigure(published)}, computed ${formatFigure(computed)}`;
  const about = isAboutChange(point) ? 'verdict on the change: ' : '';
  return `${name}${of}: ${values}, ${about}${VERDICT_NAMES[verdictState]}`;
}

/** Whether the verdict of a point is about the change between two kernels, while the point is the value of one of them. */
function isAboutChange({ kernel, verdictState }: Point): boolean {
  return kernel !== null && JUDGING.includes(verdictState);
}

/** Shows the row of a point in its table. */
function seek({ line }: Point): void {
  const { planned } = useResults.getState();
  const posting = planned?.outline.postings[line.row.posting]?.posting;
  if (posting !== undefined) {
    useResults.setState({ sought: line.number, filter: null });
    window.location.hash = hashOf({ view: 'posting', posting, table: line.row.table });
  }
}

interface ChosenProps {
  planned: Planned;
  point: Point;
  axes: Axes;
  known: string;
}

/** Renders the figure of a point in words. */
function Chosen({ planned, point, axes, known }: ChosenProps): ReactElement {
  const { line, kernel, published, computed, verdictState } = point;
  const posting = planned.outline.postings[line.row.posting];
  const shown = axes === 'change' ? formatRatio : formatFigure;
  const unit = axes === 'change' || line.line.unit === 'events' ? '' : ` ${line.line.unit}`;
  const kernels = kernelOf(point);
  const judged = useResults((state) => state.judged.get(line.number));
  const found = judged?.computed ?? null;
  const allowed = allowedText(line.line, verdictState);
  const ofSeeds = found !== null && isSpread(found);
  // Show the values too: ×0 beside ×0 would hide how large the counts were.
  const pair = (of: Pair | null | undefined) =>
    axes === 'change' && of ? `, ${formatPair(of.old, of.new, true)}` : '';
  // Without the change, 0 beside 0 with any other verdict than “reproduced” would look like a mistake.
  const nothing = isAboutChange(point) && published === 0 && computed === 0;
  const change = (of: Pair) => `${formatPair(of.old, of.new, true)}${unit}`;
  return (
    <div className="scatter-chosen">
      <h4>{figureTitle(line.line)}</h4>
      <p className="quiet">
        {`${posting?.title ?? ''}, ${tableTitle(line.row.table)}. ${placeTitle(line.row)}`}
        {kernels !== '' && `, ${kernels}`}
      </p>
      {nothing && (
        <dl>
          <dt>{known} change</dt>
          <dd className="number">{change(line.line)}</dd>
          <dt>computed change</dt>
          <dd className="number">{found ? change(found) : 'none'}</dd>
        </dl>
      )}
      <dl>
        <dt>{known}</dt>
        <dd className="number">{`${shown(published)}${unit}${pair(line.line)}`}</dd>
        <dt>computed</dt>
        <dd className="number">
          {`${shown(computed)}${unit}${pair(found && found)}`}
          {ofSeeds && (
            <span className="row-note">
              {axes === 'change' ? 'medians of the seeds' : 'median of the seeds'}
            </span>
          )}
        </dd>
      </dl>
      <VerdictName verdictState={verdictState} />
      {isAboutChange(point) && (
        <p className="quiet">
          {`This verdict is about the change from the old kernel to the new one (${formatRatios(line.line, found)}), not about this value.`}
        </p>
      )}
      {allowed !== '' && <p className="quiet">{`${capital(allowed)}.`}</p>}
      {verdictState === 'direction_only' && bothFallToZero(line.line, found) && (
        <p className="quiet">
          Any model of this patch makes the count fall to almost nothing. So the verdict also
          compares the counts without the patch, which differ by more than a factor of 1.25.
        </p>
      )}
      <p className="scatter-links">
        <button type="button" className="link-button" onClick={() => seek(point)}>
          Show in the table
        </button>
        {line.row.has_scenario && (
          <a
            href={session.rowAddress(line.line.row, line.line.metric) ?? './'}
            aria-label={`Open in the Lab: ${rowTitle(line.row)}${kernel === null ? '' : `, ${kernel} kernel`}`}
          >
            Open in the Lab
          </a>
        )}
      </p>
    </div>
  );
}

/** Describes the published and the computed change. */
function formatRatios({ old, new: now }: Pair, computed: JudgedLine['computed']): string {
  const texts = [ratioOf(old, now), computed?.ratio ?? null].map((ratio) =>
    ratio === null ? 'no ratio' : formatRatio(ratio),
  );
  return `published ${texts[0]}, computed ${texts[1]}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function kernelOf({ line: { row }, kernel }: Point): string {
  if (kernel !== null) {
    return kernel === 'old' ? row.old_kernel : (row.new_kernel ?? '');
  }
  return row.new_kernel === null ? row.old_kernel : `${row.old_kernel} → ${row.new_kernel}`;
}
