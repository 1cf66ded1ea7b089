/** The small chart of a figure: lines over virtual time, or over the positions of a move. */
import { useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react';

import { formatTick } from '../../../base/format.ts';
import { linearScale, niceEnds } from '../../../widgets/chart/axis.ts';
import type { Measure } from '../library.ts';
import type { Line } from './figure.ts';

interface FigureChartProps {
  lines: readonly Line[];
  /** What is drawn with its values, in a sentence: for whoever does not see it. */
  label: string;
  /** Texts of the positions; null over time. */
  positions: readonly string[] | null;
  /** Position that the headline speaks of. */
  at: number;
  /** End of the time axis, seconds. */
  until: number;
  /** How the values are shown. */
  as: Measure['as'];
}

/** What one step of the value axis is. */
const UNITS = { count: 1, percent: 0.01, MiB: 1024 * 1024 } as const;
const HEIGHT = 190;
const EDGE = { left: 60, right: 22, top: 12, bottom: 34 };

/** The chart, as wide as there is room. */
export function FigureChart(props: FigureChartProps): ReactElement {
  const { lines, label, positions, at, until, as } = props;
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const values = lines.flatMap(({ y }) => y).filter(Number.isFinite);
  const unit = UNITS[as ?? 'count'];
  const top = Math.max(...values.map((value) => value / unit), 1);
  const last = positions === null ? until : positions.length - 1;
  // A line along single positions keeps clear of both axes.
  const inset = positions === null ? 0 : 24;
  const x = linearScale([0, last], [EDGE.left + inset, width - EDGE.right - inset]);
  const y = linearScale(niceEnds([0, top], 4), [HEIGHT - EDGE.bottom, EDGE.top]);
  const write = (value: number) =>
    as === 'percent' ? `${formatTick(value)} %` : short(value, top);
  const pathOf = (line: Line) =>
    line.x
      .map((place, point) => [x(place), y((line.y[point] ?? Number.NaN) / unit)] as const)
      .filter(([, height]) => Number.isFinite(height))
      .map(([across, height], point) => `${point ? 'L' : 'M'}${round(across)} ${round(height)}`)
      .join('');
  const steps = positions ? [...positions.keys()] : x.ticks(width > 480 ? 6 : 4);
  return (
    <div ref={holder} className="figure-chart">
      <svg role="img" aria-label={label} width={width} height={HEIGHT}>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line
              className="figure-grid"
              x1={EDGE.left}
              x2={width - EDGE.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end">
              {write(tick)}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <text key={step} x={x(step)} y={HEIGHT - EDGE.bottom + 18} textAnchor="middle">
            {positions ? (positions[step] ?? '') : `${formatTick(step)} s`}
          </text>
        ))}
        {positions && (
          <line
            className="figure-here"
            x1={x(at)}
            x2={x(at)}
            y1={EDGE.top}
            y2={HEIGHT - EDGE.bottom}
          />
        )}
        {/* The first lies on top: it is dashed, and shows what it covers. */}
        {[...lines.entries()].reverse().map(([index, line]) => (
          <g key={`${line.lane}/${line.name}`} className={seriesOf(lines, index)}>
            <path d={pathOf(line)} />
            {positions &&
              line.x.map((place, point) => {
                const value = line.y[point] ?? Number.NaN;
                const radius = place === at ? 5 : 3;
                return Number.isFinite(value) ? (
                  <circle key={place} cx={x(place)} cy={y(value / unit)} r={radius} />
                ) : null;
              })}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The class that gives a line its colour and dashes: by lane where lanes are compared. */
export function seriesOf(lines: readonly Line[], index: number): string {
  const lanes = new Set(lines.map(({ lane }) => lane));
  return `figure-line series-${lanes.size > 1 ? (lines[index]?.lane ?? 'a') : index}`;
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}

/** A number beside an axis that ends at `top`: all of them in the same unit. */
function short(value: number, top: number): string {
  if (top >= 1e6) {
    return `${formatTick(value / 1e6)} M`;
  }
  return top >= 1e4 ? `${formatTick(value / 1e3)} k` : formatTick(value);
}

function useWidth(holder: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      // Where nothing is laid out there is no width either.
      setWidth(element.clientWidth || 600);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return width;
}
