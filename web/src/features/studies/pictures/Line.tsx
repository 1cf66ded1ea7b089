/** One numeric factor: medians as lines, with the range over the seeds as a band, and the interval of each median. */
import { pairs } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';

import type { StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { cellOf, factorsOf, intervalOf, lanesOf, varied, type Level } from './data.ts';
import {
  AxisBelow,
  AxisBeside,
  domainOf,
  Label,
  LEGEND_HEIGHT,
  pointFacts,
  spreadItems,
  SpreadLegend,
  widthOf,
  type AxisScale,
  type Drawing,
  type Mark,
} from './drawing.tsx';
import { formatBare, formatShift, type Palette } from './values.ts';
import { axisTitle, fullTitle, measureOf, type Measure } from '../measures.ts';

const TOP = 30;
const FOOT = 48;
const PLOT = 260;
/** Minimum distance between two baselines, px. */
const ENDS_APART = 14;
/**
 * The axis of a factor is logarithmic if its largest value is at least `LOGARITHMIC_FROM` times its smallest value, and
 * its largest step at least `LOGARITHMIC_STEPS` times its smallest step.
 */
const LOGARITHMIC_FROM = 20;
const LOGARITHMIC_STEPS = 4;
/** Maximum number of values of a factor for which each has a tick. */
const TICKS_MAX = 12;

interface Place {
  /** Value of the factor. */
  at: number;
  /** The value with its unit. */
  words: string;
  point: number;
  measure: Measure;
  spread: StudySpread;
}

/** Returns the colour of a lane; a ratio has the ink colour. */
export function laneColour({ lane }: Measure, palette: Palette): string {
  return { a: palette.a, b: palette.b, ratio: palette.ink }[lane];
}

/** Returns the format of ticks; the ticks of a ratio show the change. */
export function tickOf({ lane }: Measure): (value: number) => string {
  return lane === 'ratio' ? (value) => formatShift(value - 1) : formatBare;
}

/** Returns the title of the value axis, with its start if that is not 0. */
export function valueTitle(measure: Measure, [start = 0]: readonly number[]): string {
  const title = axisTitle(measure);
  return measure.lane === 'ratio' || start <= 0
    ? title
    : `${title} (axis from ${formatBare(start)})`;
}

/**
 * Returns the scale of numbers: logarithmic if they span more than one order of magnitude in very unequal steps (see
 * `LOGARITHMIC_FROM`).
 */
export function numberScale(values: readonly number[], range: [number, number]): AxisScale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const steps = pairs(
    values.toSorted((one, other) => one - other),
    (one, other) => other - one,
  ).filter((step) => step > 0);
  const growing = Math.max(...steps) >= LOGARITHMIC_STEPS * Math.min(...steps);
  if (least > 0 && most / least >= LOGARITHMIC_FROM && growing) {
    return scaleLog([least, most], range);
  }
  return scaleLinear(least === most ? [least - 1, most + 1] : [least, most], range);
}

/** Returns the values themselves if there are few; otherwise round ones. */
export function numberTicks(values: readonly number[], scale: AxisScale): number[] {
  const different = new Set(values);
  return different.size > TICKS_MAX ? scale.ticks(TICKS_MAX / 2) : [...different];
}

export function drawLine(
  result: StudyResult,
  name: string,
  width: number,
  palette: Palette,
): Drawing {
  const [factor] = varied(factorsOf(result));
  const lanes = lanesOf(result, name);
  const measure = measureOf(name);
  const places = lanes.map((of) => placesOf(result, of, factor?.at ?? 0, factor?.levels ?? []));
  const all = places.flat();
  const reference = measure.lane === 'ratio' ? [1] : [];
  const ends = domainOf(
    all.flatMap(({ spread }) => [spread.least, spread.most]),
    // An axis in percent needs at least a percent in each direction.
    reference.flatMap((value) => [value * 0.99, value, value * 1.01]),
  );
  const format = tickOf(measure);
  const y = scaleLinear(ends, [TOP + PLOT, TOP]).nice(5);
  const left = Math.max(...y.ticks(5).map((value) => widthOf(format(value)))) + 10;
  const box = { x: left, y: TOP, width: width - left - 24, height: PLOT };
  const values = (factor?.levels ?? []).map(({ value }) => value ?? 0);
  const x = numberScale(values, [left + 14, left + box.width - 14]);
  const labels = new Map((factor?.levels ?? []).map(({ value, label }) => [value ?? 0, label]));
  return {
    width,
    height: TOP + PLOT + FOOT + LEGEND_HEIGHT,
    label: `${fullTitle(measure)} by ${factor?.name ?? ''}`,
    under: (
      <>
        <Label x={0} y={14} text={valueTitle(measure, y.domain())} colour={palette.quiet} />
        <AxisBeside scale={y} ticks={y.ticks(5)} format={format} box={box} palette={palette} />
        <AxisBelow
          scale={x}
          ticks={numberTicks(values, x)}
          format={(value) => labels.get(value) ?? formatBare(value)}
          box={box}
          palette={palette}
          title={factor?.heading ?? ''}
          hint={factor?.path}
        />
        {reference.map((value) => (
          <line
            key={value}
            x1={left}
            x2={left + box.width}
            y1={y(value)}
            y2={y(value)}
            stroke={palette.ink}
            strokeDasharray="5 4"
          />
        ))}
        {lanes.length > 1 && <LaneEnds lists={places} x={x} y={y} palette={palette} />}
        {places.map((list, at) => (
          <Series key={lanes[at]?.name} list={list} x={x} y={y} palette={palette} />
        ))}
        <SpreadLegend
          items={spreadItems(
            all.map(({ spread }) => spread),
            { median: 'dot', interval: 'bar', range: 'band' },
          )}
          y={TOP + PLOT + FOOT + 14}
          palette={palette}
        />
      </>
    ),
    marks: all
      .toSorted((one, other) => one.at - other.at)
      .map((place) =>
        markOf(result, place, x(place.at), y, lanes.length > 1, factor?.name ?? '', palette),
      ),
  };
}

function placesOf(
  result: StudyResult,
  measure: Measure,
  factor: number,
  levels: readonly Level[],
): Place[] {
  return levels.flatMap(({ level, words, value }) => {
    const point = result.points.findIndex((it) => it.levels[factor] === level);
    const spread = result.points[point]?.spread[measure.name];
    return spread && value !== null ? [{ at: value, words, point, measure, spread }] : [];
  });
}

interface SeriesProps {
  list: readonly Place[];
  x: (value: number) => number;
  y: (value: number) => number;
  palette: Palette;
}

function Series({ list, x, y, palette }: SeriesProps) {
  const [first] = list;
  if (!first) {
    return null;
  }
  const colour = laneColour(first.measure, palette);
  const band = area<Place>()
    .x(({ at }) => x(at))
    .y0(({ spread }) => y(spread.least))
    .y1(({ spread }) => y(spread.most));
  const medians = line<Place>()
    .x(({ at }) => x(at))
    .y(({ spread }) => y(spread.median));
  return (
    <g>
      <path data-band={first.measure.lane} d={band(list) ?? ''} fill={colour} fillOpacity={0.15} />
      <path
        data-line={first.measure.lane}
        d={medians(list) ?? ''}
        fill="none"
        stroke={colour}
        strokeWidth={2}
        strokeDasharray={first.measure.lane === 'a' ? '7 3' : undefined}
      />
    </g>
  );
}

interface LaneEndsProps {
  lists: readonly (readonly Place[])[];
  x: (value: number) => number;
  y: (value: number) => number;
  palette: Palette;
}

/** Renders the names of the lanes where their lines end, one above the other if the lines meet. */
function LaneEnds({ lists, x, y, palette }: LaneEndsProps) {
  const ends = lists
    .flatMap((list) => list.at(-1) ?? [])
    .toSorted((one, other) => y(one.spread.median) - y(other.spread.median));
  const [upper, lower] = ends.map(({ spread }) => y(spread.median));
  const short = upper === undefined || lower === undefined ? 0 : ENDS_APART - (lower - upper);
  return ends.map(({ at, measure, spread }, down) => (
    <Label
      key={measure.name}
      x={x(at) + 12}
      y={y(spread.median) + 4 + (Math.max(0, short) / 2) * (down === 0 ? -1 : 1)}
      text={measure.lane.toUpperCase()}
      colour={laneColour(measure, palette)}
      bold
    />
  ));
}

function markOf(
  result: StudyResult,
  { words, point, measure, spread }: Place,
  x: number,
  y: (value: number) => number,
  named: boolean,
  factor: string,
  palette: Palette,
): Mark {
  const colour = laneColour(measure, palette);
  const of = result.points[point];
  const middle = y(spread.median);
  const [low, high] = intervalOf(spread) ?? [spread.median, spread.median];
  return {
    key: `${measure.name} ${point}`,
    box: { x: x - 9, y: middle - 9, width: 18, height: 18 },
    title: `${named ? `${measure.lane.toUpperCase()}, ` : ''}${factor} ${words}`,
    facts: of ? pointFacts(cellOf(result, of, measure), measure, result.study.seeds) : [],
    point,
    shape: (
      <>
        <circle cx={x} cy={middle} r={11} fillOpacity={0} />
        <path
          d={`M${x} ${y(low)}V${y(high)}M${x - 4} ${y(low)}h8M${x - 4} ${y(high)}h8`}
          stroke={colour}
          strokeWidth={2}
        />
        {measure.lane === 'a' ? (
          <rect x={x - 4} y={middle - 4} width={8} height={8} fill={colour} />
        ) : (
          <circle cx={x} cy={middle} r={4.5} fill={colour} />
        )}
      </>
    ),
  };
}
