/**
 * The seeds of one combination as dots: lane A above lane B, with a line between the values of the same seed, and the
 * ratio below.
 */
import { median } from 'd3-array';
import { scaleLinear } from 'd3-scale';

import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { intervalOf, lanesOf, seenIn, seenWords, valuesOf } from './data.ts';
import {
  AxisBelow,
  domainOf,
  Label,
  LEGEND_HEIGHT,
  spreadItems,
  SpreadLegend,
  type AxisScale,
  type Drawing,
  type Mark,
} from './drawing.tsx';
import { DASH, formatMeasured, formatRange, formatShift, type Palette } from './values.ts';
import { wordsOf } from './heat.ts';
import { laneColour, tickOf, valueTitle } from './Line.tsx';
import { fullTitle, measureOf, type Measure } from '../measures.ts';

const HEAD = 30;
const STRIP = 74;
const BETWEEN = 46;
const FOOT = 52;
const DOT = 4.5;
const LEFT = 34;

/** Draws the first combination. */
export function drawSeeds(
  result: StudyResult,
  name: string,
  width: number,
  palette: Palette,
): Drawing {
  const measure = measureOf(name);
  const [point] = result.points;
  const strips = point ? stripsOf(result, point, name) : null;
  const lanes = strips?.lanes ?? [];
  const values = lanes.flatMap((strip) => strip.values.filter((value) => value !== null));
  const x = scaleLinear(domainOf(values), [LEFT + 12, width - 14]).nice(5);
  const marks: Mark[] = [];
  const axes = lanes.map((_, at) => HEAD + at * (STRIP + BETWEEN) + STRIP);
  const bottom = (axes.at(-1) ?? HEAD) + 18;
  const box = { x: LEFT, y: HEAD - 8, width: width - LEFT - 4, height: bottom - HEAD + 8 };
  for (const [at, strip] of lanes.entries()) {
    marks.push(...marksOf(strip, axes[at] ?? 0, x, lanes.length > 1, palette));
  }
  const ratioTop = lanes.length === 0 ? HEAD : bottom + FOOT + 24;
  const ratio = strips?.ratio ?? null;
  const shifts = (ratio?.values ?? []).filter((value) => value !== null);
  const r = scaleLinear(domainOf(shifts, [1]), [LEFT + 12, width - 14]).nice(5);
  const ratioAxis = ratioTop + STRIP;
  if (ratio) {
    marks.push(...marksOf(ratio, ratioAxis, r, false, palette));
  }
  const [first] = lanes;
  const foot = ratio ? ratioAxis + 18 + FOOT : bottom + FOOT;
  const spreads = [...lanes, ...(ratio ? [ratio] : [])].flatMap(({ spread }) => spread ?? []);
  return {
    width,
    height: foot + LEGEND_HEIGHT,
    label: `${fullTitle(measure)}, ${result.study.seeds} seeds`,
    under: (
      <>
        {first && (
          <AxisBelow
            scale={x}
            format={tickOf(first.measure)}
            box={box}
            palette={palette}
            title={valueTitle(first.measure, x.domain())}
          />
        )}
        {strips && lanes.length > 1 && (
          <Pairs strips={strips} axes={axes} x={x} palette={palette} />
        )}
        {lanes.map((strip, at) => (
          <Summary
            key={strip.measure.name}
            strip={strip}
            y={axes[at] ?? 0}
            x={x}
            named={lanes.length > 1}
            palette={palette}
          />
        ))}
        {ratio && (
          <>
            <AxisBelow
              scale={r}
              format={tickOf(measure)}
              box={{ x: LEFT, y: ratioTop, width: width - LEFT - 4, height: STRIP + 18 }}
              palette={palette}
              title="B vs. A"
            />
            <line
              x1={r(1)}
              x2={r(1)}
              y1={ratioTop}
              y2={ratioAxis + 18}
              stroke={palette.ink}
              strokeDasharray="5 4"
            />
            <Summary strip={ratio} y={ratioAxis} x={r} named={false} palette={palette} />
          </>
        )}
        <SpreadLegend
          items={spreadItems(spreads, { median: 'tick', interval: 'thick', range: 'thin' })}
          y={foot + 14}
          palette={palette}
        />
      </>
    ),
    marks,
  };
}

/** Stacks dots that would overlap, in the order of the seeds. */
export function stacked(
  places: readonly (number | null)[],
  room: number,
): (readonly [x: number, row: number] | null)[] {
  const taken: number[][] = [];
  return places.map((x) => {
    if (x === null) {
      return null;
    }
    const free = taken.findIndex((row) => row.every((other) => Math.abs(other - x) >= room));
    const row = free < 0 ? taken.length : free;
    (taken[row] ??= []).push(x);
    return [x, row] as const;
  });
}

function marksOf(strip: Strip, y: number, x: AxisScale, named: boolean, palette: Palette): Mark[] {
  const { measure, values } = strip;
  const colour = laneColour(measure, palette);
  const places = stacked(
    values.map((value) => (value === null ? null : x(value))),
    DOT * 2,
  );
  const highest = Math.max(0, ...places.map((place) => place?.[1] ?? 0));
  // Compress high stacks, so that they do not cover what is above.
  const step = Math.min(DOT * 2, (STRIP - 14) / Math.max(highest, 1));
  return values.flatMap((value, seed) => {
    const place = places[seed];
    if (value === null || !place) {
      return [];
    }
    const [cx, row] = place;
    const cy = y - DOT - row * step;
    const text = formatMeasured(value, measure);
    return [
      {
        key: `${measure.name} ${seed}`,
        box: { x: cx - DOT, y: cy - DOT, width: DOT * 2, height: DOT * 2 },
        title: `${named ? `${measure.lane.toUpperCase()}, ` : ''}${measure.lane === 'ratio' ? 'B vs. A, ' : ''}seed ${seed + 1} of ${values.length}`,
        facts: [['', text]],
        point: 0,
        opens: 'the scenario with its first seed',
        shape: (
          <circle
            cx={cx}
            cy={cy}
            r={DOT}
            fill={colour}
            fillOpacity={0.75}
            stroke={palette.ground}
            strokeWidth={0.8}
          />
        ),
      } satisfies Mark,
    ];
  });
}

interface SummaryProps {
  strip: Strip;
  y: number;
  x: (value: number) => number;
  named: boolean;
  palette: Palette;
}

/** Renders range, interval and median below the dots. */
function Summary({ strip: { measure, spread }, y, x, named, palette }: SummaryProps) {
  const colour = laneColour(measure, palette);
  const interval = spread && intervalOf(spread);
  return (
    <g>
      {named && <Label x={4} y={y - 6} text={measure.lane.toUpperCase()} colour={colour} bold />}
      {spread && (
        <>
          <path
            d={`M${x(spread.least)} ${y + 9}H${x(spread.most)}M${x(spread.least)} ${y + 5}v8M${x(spread.most)} ${y + 5}v8`}
            stroke={colour}
          />
          {interval && (
            <path
              data-interval={measure.lane}
              d={`M${x(interval[0])} ${y + 9}H${x(interval[1])}`}
              stroke={colour}
              strokeWidth={6}
            />
          )}
          <path d={`M${x(spread.median)} ${y + 1}v16`} stroke={palette.ink} strokeWidth={2.5} />
        </>
      )}
    </g>
  );
}

interface PairsProps {
  strips: SeedStrips;
  axes: readonly number[];
  x: (value: number) => number;
  palette: Palette;
}

/** Renders lines from A to B of the same seed, coloured by whether B is lower. */
function Pairs({ strips: { lanes }, axes, x, palette }: PairsProps) {
  const [a, b] = lanes;
  const [from = 0, to = 0] = axes;
  return (
    <g>
      {a?.values.map((value, seed) => {
        const other = b?.values[seed] ?? null;
        if (value === null || other === null) {
          return null;
        }
        const side = other < value ? 'lower' : other > value ? 'higher' : 'equal';
        const colour = { lower: palette.low, higher: palette.high, equal: palette.strong }[side];
        return (
          <line
            key={seed}
            data-pair={side}
            x1={x(value)}
            y1={from + 18}
            x2={x(other)}
            y2={to - STRIP * 0.5}
            stroke={colour}
            strokeOpacity={0.6}
          />
        );
      })}
    </g>
  );
}

// The data of one combination over its seeds: the values of both lanes, and in how many seeds B is lower.

/** A row of dots. */
interface Strip {
  measure: Measure;
  /** The values by seed. */
  values: (number | null)[];
  /** Has no interval if the study did not take this measure itself. */
  spread: StudySpread | null;
}

/** The strips of a measure; for a ratio, its own and those of both lanes. */
interface SeedStrips {
  /** Lanes A and B, or the only one that was measured. */
  lanes: Strip[];
  ratio: Strip | null;
  /** Number of seeds in which B is lower, in which it is higher, and of all pairs. */
  lower: number;
  higher: number;
  pairs: number;
}

export function stripsOf(result: StudyResult, point: PointResult, name: string): SeedStrips {
  const measure = measureOf(name);
  const both = measure.lane === 'ratio';
  // A ratio needs the values of both lanes, even if the study did not take them as measures.
  const twins = lanesOf(result, measure.inner);
  const needed = [measureOf(measure.inner), measureOf(`b:${measure.inner}`)];
  const measures = both
    ? needed.map((it) => twins.find(({ lane }) => lane === it.lane) ?? it)
    : lanesOf(result, name);
  const ratio = both ? stripOf(result, point, measure) : null;
  const lanes = measures.map((of) => stripOf(result, point, of));
  const [a, b] = lanes;
  if (ratio && !lanes.every(({ spread }) => spread)) {
    // A result without its runs has only the ratios.
    const [lower, pairs] = point.lower_in_b[name] ?? [0, 0];
    const higher = ratio.values.filter((value) => value !== null && value > 1).length;
    return { lanes: [], ratio, lower, higher, pairs };
  }
  let [lower, higher, pairs] = [0, 0, 0];
  if (a && b) {
    for (const [seed, one] of a.values.entries()) {
      const other = b.values[seed] ?? null;
      if (one !== null && other !== null) {
        pairs += 1;
        lower += Number(other < one);
        higher += Number(other > one);
      }
    }
  }
  return { lanes, ratio, lower, higher, pairs };
}

function stripOf(result: StudyResult, point: PointResult, measure: Measure): Strip {
  const { lane, inner, name } = measure;
  const values =
    point.values[name] ?? (lane === 'ratio' ? [] : valuesOf(result, point, lane, inner));
  return { measure, values, spread: point.spread[name] ?? spreadOf(values) };
}

/** Returns median and range, without an interval, which only the engine computes. */
function spreadOf(values: readonly (number | null)[]): StudySpread | null {
  const there = values.filter((value) => value !== null);
  const middle = median(there);
  return middle === undefined
    ? null
    : {
        count: there.length,
        median: middle,
        least: Math.min(...there),
        most: Math.max(...there),
        low: null,
        high: null,
      };
}

/** Summarizes the strips in words, for example that B is faster in 29 of 30 seeds. */
export function seedSentence(strips: SeedStrips): string {
  const { lanes, ratio, pairs } = strips;
  const [a, b] = lanes;
  const first = a ?? ratio;
  if (!first?.spread) {
    return 'No run has a value: none is computed yet, or there was nothing to measure.';
  }
  const show = ({ measure, spread }: Strip) =>
    spread ? formatMeasured(spread.median, measure) : DASH;
  if (pairs === 0) {
    const { least, most, count } = first.spread;
    if (count === 1) {
      return `One run: ${show(first)}.`;
    }
    const range =
      least === most ? 'the same in all' : `from ${formatRange(least, most, first.measure)}`;
    const seen = first.measure.lane === 'ratio' ? null : seenIn(first.values);
    const rare = seen ? ` It is not 0 in ${seenWords(seen)}.` : '';
    return `Median ${show(first)} over ${count} seeds, ${range}.${rare}`;
  }
  const shift = ratio?.spread ? `B vs. A ${formatShift(ratio.spread.median - 1)}` : '';
  const medians = a && b ? `Medians: A ${show(a)}, B ${show(b)}` : '';
  const figures = [medians, shift].filter((part) => part !== '').join('; ');
  const without = first.values.length - pairs;
  const missing =
    without > 0 ? ` ${without} of ${first.values.length} seeds have no value in A or B.` : '';
  return `${countsOf(strips, first.measure)}. ${figures}.${missing}`;
}

/** Describes in how many seeds B is lower, higher and equal. */
function countsOf({ lower, higher, pairs }: SeedStrips, measure: Measure): string {
  const [less, more] = wordsOf(measure);
  const seeds = `${pairs} ${pairs === 1 ? 'seed' : 'seeds'}`;
  const equal = pairs - lower - higher;
  if (lower + higher === 0) {
    return `A and B are equal in all ${seeds}`;
  }
  return [
    `B is ${lower > 0 ? less : more} in ${lower > 0 ? lower : higher} of ${seeds}`,
    ...(higher > 0 && lower > 0 ? [`${more} in ${higher}`] : []),
    ...(equal > 0 ? [`equal in ${equal}`] : []),
  ].join(', ');
}
