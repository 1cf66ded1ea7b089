/**
 * The parts of a picture, on the page and in files: marks with their descriptions, and the axes, labels and legend
 * around them.
 */
import type { ReactElement, ReactNode } from 'react';

import type { Study, StudySpread } from '../../../engine/generated/scenario.ts';
import type { Measure } from '../measures.ts';
import { laneLine, laneNames } from '../words.ts';
import { intervalOf, lanesOfStudy, rangeName, seenWords, type Cell } from './data.ts';
import { DASH, formatMeasured, formatRange, SAME, type Palette } from './values.ts';
import { ratioWords } from './heat.ts';

/** A box in a picture, in its pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A line about a mark: a name, and a value with its unit. */
export type Fact = readonly [name: string, value: string];

/** A mark at which the user can point. */
export interface Mark {
  key: string;
  /** Place of the mark; a selected mark has a frame around this box. */
  box: Box;
  shape: ReactElement;
  /** Names what the mark represents. */
  title: string;
  facts: readonly Fact[];
  /** The combination that a click on the mark opens in the Lab; null if the mark represents no combination. */
  point: number | null;
  /** Names the combination that the mark opens, if the title does not. */
  opens?: string;
}

/** A picture of a certain width. */
export interface Drawing {
  width: number;
  height: number;
  /** Describes the picture in a line. */
  label: string;
  under: ReactNode;
  marks: readonly Mark[];
  over?: ReactNode;
}

/** Describes a mark in words. */
export function textOf({ title, facts }: Mark): string {
  const said = facts.map(([name, value]) => (name === '' ? value : `${name} ${value}`));
  return said.length === 0 ? title : `${title}: ${said.join(', ')}`;
}

/** Type size in pictures, px. */
const LETTERS = 12;

/** Estimates the width of a text: letters of this size are about 6.4 px wide. */
export function widthOf(text: string): number {
  return text.length * 6.4;
}

/** Returns a text cut to a width. */
function fitted(text: string, width: number): string {
  const most = Math.max(2, Math.floor(width / 6.4));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

interface LabelProps {
  x: number;
  y: number;
  text: string;
  colour: string;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
  /** Maximum width, px: a longer text is cut, and the whole text becomes its tooltip. */
  room?: number;
  /** Tooltip. */
  hint?: string | undefined;
}

/** Renders a text in a picture, on its baseline. */
export function Label(props: LabelProps): ReactElement {
  const { x, y, text, colour, anchor = 'start', bold = false, room } = props;
  const shown = room === undefined ? text : fitted(text, room);
  const hint = props.hint ?? (shown === text ? undefined : text);
  return (
    <text
      x={x}
      y={y}
      fill={colour}
      fontSize={LETTERS}
      fontWeight={bold ? 700 : 400}
      textAnchor={anchor}
    >
      {hint !== undefined && <title>{hint}</title>}
      {shown}
    </text>
  );
}

/** The part of a scale that axes need. */
export interface AxisScale {
  (value: number): number;
  ticks: (count: number) => number[];
}

interface AxisProps {
  scale: AxisScale;
  /** Values with a line; by default the scale chooses them. */
  ticks?: readonly number[];
  format: (value: number) => string;
  box: Box;
  palette: Palette;
  title?: string;
  hint?: string | undefined;
}

/** Space for labels beside every box, px. */
const MARGIN = 4;

/** Renders an axis below a box, with lines up through the box. */
export function AxisBelow({
  scale,
  ticks,
  format,
  box,
  palette,
  title,
  hint,
}: AxisProps): ReactElement {
  const bottom = box.y + box.height;
  const wanted = [...new Set(ticks ?? scale.ticks(Math.max(2, Math.floor(box.width / 90))))];
  const labelled = apart(wanted, scale, format);
  return (
    <g>
      {wanted.map((value) => (
        <line
          key={value}
          x1={scale(value)}
          x2={scale(value)}
          y1={box.y}
          y2={bottom}
          stroke={palette.line}
        />
      ))}
      {labelled.map((value) => (
        <Label
          key={value}
          x={Math.min(scale(value), box.x + box.width + MARGIN - widthOf(format(value)) / 2)}
          y={bottom + 16}
          text={format(value)}
          colour={palette.quiet}
          anchor="middle"
        />
      ))}
      {title !== undefined && (
        <Label
          x={box.x + box.width / 2}
          y={bottom + 34}
          text={title}
          room={box.width + 40}
          hint={hint}
          colour={palette.quiet}
          anchor="middle"
        />
      )}
    </g>
  );
}

/** Returns the values whose labels do not touch. */
function apart(
  values: readonly number[],
  scale: AxisScale,
  format: (value: number) => string,
): number[] {
  const kept: number[] = [];
  let end = -Infinity;
  for (const value of values.toSorted((one, other) => scale(one) - scale(other))) {
    const half = widthOf(format(value)) / 2 + 3;
    if (scale(value) - half >= end) {
      kept.push(value);
      end = scale(value) + half;
    }
  }
  return kept;
}

/** Renders an axis to the left of a box, with lines through the box. */
export function AxisBeside({ scale, ticks, format, box, palette }: AxisProps): ReactElement {
  return (
    <g>
      {(ticks ?? scale.ticks(Math.max(2, Math.floor(box.height / 50)))).map((value) => (
        <g key={value}>
          <line
            x1={box.x}
            x2={box.x + box.width}
            y1={scale(value)}
            y2={scale(value)}
            stroke={palette.line}
          />
          <Label
            x={box.x - 6}
            y={scale(value) + 4}
            text={format(value)}
            colour={palette.quiet}
            anchor="end"
          />
        </g>
      ))}
    </g>
  );
}

/**
 * Returns the ends of an axis for values: includes zero if that costs little space, and adds space around equal values.
 * An axis with values that it always shows, such as the 1 of a ratio, needs no zero: it would be a change of −100 %.
 */
export function domainOf(
  values: readonly number[],
  always: readonly number[] = [],
): [number, number] {
  const all = [...values, ...always];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (all.length === 0) {
    return [0, 1];
  }
  if (least === most) {
    const room = Math.abs(least) * 0.05 || 1;
    return [least - room, most + room];
  }
  if (always.length > 0) {
    return [least, most];
  }
  return [least > 0 && least < most * 0.5 ? 0 : least, most < 0 && most > least * 0.5 ? 0 : most];
}

// The numbers of a combination, as shown and as read by screen readers.

/** Returns median, range and interval with their units; or why there are none. */
export function pointFacts(cell: Cell, measure: Measure, seeds: number): Fact[] {
  const { spread, missing, pending, seen } = cell;
  if (!spread) {
    return [['', `${DASH} ${missing ?? ''}`]];
  }
  const show = (value: number) => formatMeasured(value, measure);
  const median =
    measure.lane === 'ratio' ? ratioWords(spread.median, measure) : show(spread.median);
  const facts: Fact[] = [[spread.count > 1 ? 'median' : '', median]];
  if (seen) {
    facts.push(['not 0 in', seenWords(seen)]);
  }
  if (spread.count > 1) {
    const same = spread.least === spread.most;
    facts.push(['range', same ? SAME : formatRange(spread.least, spread.most, measure)]);
  }
  const interval = intervalOf(spread);
  if (interval) {
    facts.push(['95 % interval of the median', formatRange(...interval, measure)]);
  }
  if (spread.count < seeds) {
    const why =
      pending === null
        ? 'no value in the others'
        : pending > 0
          ? `${pending} not computed yet`
          : 'nothing to measure in the others';
    facts.push(['seeds', `${spread.count} of ${seeds}, ${why}`]);
  } else if (seeds > 1) {
    facts.push(['seeds', String(seeds)]);
  }
  return facts;
}

type Sign = 'dot' | 'tick' | 'bar' | 'thick' | 'thin' | 'band';

/** A sign and its meaning. */
type LegendItem = readonly [sign: Sign, text: string];

/** Height of a legend, px. */
export const LEGEND_HEIGHT = 24;

const SIGN_WIDTH = 20;
const APART = 16;

/**
 * Returns the entries of the legend: the interval only if a combination has one, median and range only for two seeds or
 * more.
 */
export function spreadItems(
  spreads: readonly StudySpread[],
  signs: { median: Sign; interval: Sign; range: Sign },
): LegendItem[] {
  const most = Math.max(0, ...spreads.map(({ count }) => count));
  return [
    [signs.median, most > 1 ? 'median' : 'one seed'],
    ...(spreads.some((spread) => intervalOf(spread))
      ? [[signs.interval, '95 % interval'] as const]
      : []),
    ...(most > 1 ? [[signs.range, rangeName(most)] as const] : []),
  ];
}

interface SpreadLegendProps {
  items: readonly LegendItem[];
  /** Baseline of the texts. */
  y: number;
  palette: Palette;
}

/** Renders the legend in one line. */
export function SpreadLegend({ items, y, palette }: SpreadLegendProps): ReactElement {
  const places = items.map((_, at) =>
    items.slice(0, at).reduce((x, [, text]) => x + SIGN_WIDTH + widthOf(text) + APART, 4),
  );
  return (
    <g>
      {items.map(([sign, text], at) => {
        const x = places[at] ?? 0;
        return (
          <g key={text}>
            <SignShape sign={sign} x={x} y={y - 4} palette={palette} />
            <Label x={x + SIGN_WIDTH} y={y} text={text} colour={palette.quiet} />
          </g>
        );
      })}
    </g>
  );
}

function SignShape({
  sign,
  x,
  y,
  palette,
}: {
  sign: Sign;
  x: number;
  y: number;
  palette: Palette;
}): ReactElement {
  const colour = palette.quiet;
  switch (sign) {
    case 'dot':
      return <circle cx={x + 7} cy={y} r={5} fill={colour} />;
    case 'tick':
      return <path d={`M${x + 7} ${y - 7}v14`} stroke={palette.ink} strokeWidth={2.5} />;
    case 'bar':
      return (
        <path
          d={`M${x + 7} ${y - 7}v14M${x + 3} ${y - 7}h8M${x + 3} ${y + 7}h8`}
          stroke={colour}
          strokeWidth={2}
        />
      );
    case 'thick':
      return <path d={`M${x} ${y}h14`} stroke={colour} strokeWidth={7} strokeOpacity={0.5} />;
    case 'thin':
      return <path d={`M${x} ${y}h14`} stroke={colour} strokeWidth={1.5} />;
    case 'band':
      return <rect x={x} y={y - 6} width={14} height={12} fill={colour} fillOpacity={0.2} />;
  }
}

// Below a picture: the kernels of its lanes.

const LINE = 17;

/** Adds a line for each lane of the measure to a picture; returns it unchanged if nothing is compared. */
export function withLaneNames(
  drawing: Drawing,
  study: Study,
  measure: string,
  palette: Palette,
): Drawing {
  const measures = lanesOfStudy(study, measure).map(({ name }) => name);
  const lanes = laneNames(study, measures);
  const { width, height, under } = drawing;
  return {
    ...drawing,
    height: height + LINE * lanes.length,
    under: (
      <>
        {under}
        {lanes.map((lane, at) => (
          <Label
            key={lane.lane}
            x={0}
            y={height + LINE * at + 12}
            text={laneLine(lane)}
            room={width}
            colour={palette.quiet}
          />
        ))}
      </>
    ),
  };
}
