/** Range bars around the base, one row per factor. */
import { scaleLinear } from 'd3-scale';

import type { StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { cellOf, factorsOf, lanesOf, varied, type Level } from './data.ts';
import {
  AxisBelow,
  Label,
  domainOf,
  pointFacts,
  widthOf,
  type Drawing,
  type Mark,
} from './drawing.tsx';
import { formatMeasured, formatRange, listOf, type Palette } from './values.ts';
import { tickOf } from './Line.tsx';
import { axisTitle, fullTitle, measureOf, type Measure } from '../measures.ts';

const HEAD = 28;
const FOOT = 56;
const ROW = 46;
const BAR = 16;

export function drawTornado(
  result: StudyResult,
  name: string,
  width: number,
  palette: Palette,
): Drawing {
  const lanes = lanesOf(result, name).map((measure) => tornadoOf(result, measure));
  const measure = measureOf(name);
  const values = lanes.flatMap(({ rows, base }) => [
    ...rows.flatMap(({ least, most }) => [least, most]),
    ...(base ? [base.least, base.most] : []),
  ]);
  const longest = Math.max(
    0,
    ...lanes.flatMap(({ rows }) => rows.map(({ name: of }) => widthOf(of))),
  );
  const narrow = longest > width * 0.3;
  const left = narrow ? 4 : longest + 12;
  const x = scaleLinear(domainOf(values), [left + 24, width - 30]);
  const row = narrow ? ROW + 16 : ROW;
  const marks: Mark[] = [];
  let top = 0;
  const under = lanes.map((tornado) => {
    const y = top + HEAD;
    top = y + row * tornado.rows.length + FOOT;
    for (const [at, of] of tornado.rows.entries()) {
      const middle = y + at * row + row / 2 + (narrow ? 8 : 0);
      for (const swing of of.swings) {
        marks.push(
          markOf(
            result,
            tornado,
            of,
            swing,
            x(swing.spread.median),
            middle,
            lanes.length > 1,
            palette,
          ),
        );
      }
    }
    return (
      <g key={tornado.measure.name}>
        <AxisBelow
          scale={x}
          format={tickOf(measure)}
          box={{ x: left, y, width: width - left - 4, height: row * tornado.rows.length }}
          palette={palette}
          title={`${lanes.length > 1 ? `${tornado.measure.lane.toUpperCase()}: ` : ''}${axisTitle(tornado.measure)}`}
        />
        <Base
          tornado={tornado}
          x={x}
          y={y}
          height={row * tornado.rows.length}
          width={width}
          palette={palette}
        />
        {tornado.rows.map((of, at) => (
          <Bar
            key={of.at}
            row={of}
            base={tornado.base?.median ?? of.least}
            x={x}
            y={y + at * row}
            place={{ row, narrow, left, width }}
            palette={palette}
          />
        ))}
      </g>
    );
  });
  return {
    width,
    height: top,
    label: `${fullTitle(measure)}: effect of each factor`,
    under,
    marks,
  };
}

interface BaseProps {
  tornado: Tornado;
  x: (value: number) => number;
  y: number;
  height: number;
  width: number;
  palette: Palette;
}

/** Renders the base, and its range over the seeds. */
function Base({ tornado: { base }, x, y, height, width, palette }: BaseProps) {
  if (!base) {
    return null;
  }
  const at = x(base.median);
  const said = base.count > 1 ? 'first values, and their range over the seeds' : 'first values';
  const half = widthOf(said) / 2;
  return (
    <g>
      <rect
        x={x(base.least)}
        y={y}
        width={x(base.most) - x(base.least)}
        height={height}
        fill={palette.quiet}
        fillOpacity={0.15}
      />
      <line x1={at} x2={at} y1={y - 6} y2={y + height} stroke={palette.ink} />
      <Label
        x={Math.min(Math.max(at, half), width - half)}
        y={y - 12}
        text={said}
        colour={palette.quiet}
        anchor="middle"
      />
    </g>
  );
}

interface BarProps {
  row: TornadoRow;
  base: number;
  x: (value: number) => number;
  y: number;
  place: { row: number; narrow: boolean; left: number; width: number };
  palette: Palette;
}

function Bar({ row, base, x, y, place, palette }: BarProps) {
  const { narrow, left, width } = place;
  const middle = y + place.row / 2 + (narrow ? 8 : 0);
  const parts = [
    {
      from: Math.min(row.least, base),
      to: Math.min(row.most, base),
      fill: palette.low,
      side: 'less',
    },
    {
      from: Math.max(row.least, base),
      to: Math.max(row.most, base),
      fill: palette.high,
      side: 'more',
    },
  ];
  return (
    <g>
      <Label
        x={narrow ? 4 : left - 8}
        y={narrow ? y + 16 : middle + 4}
        hint={row.path}
        text={row.name}
        room={narrow ? width - 8 : left}
        colour={palette.ink}
        anchor={narrow ? 'start' : 'end'}
      />
      {parts.map(({ from, to, fill, side }) =>
        to > from ? (
          <rect
            key={side}
            data-bar={side}
            x={x(from)}
            y={middle - BAR / 2}
            width={x(to) - x(from)}
            height={BAR}
            fill={fill}
          />
        ) : null,
      )}
    </g>
  );
}

function markOf(
  result: StudyResult,
  { measure }: Tornado,
  row: TornadoRow,
  swing: Swing,
  x: number,
  y: number,
  named: boolean,
  palette: Palette,
): Mark {
  const { level, point } = swing;
  const of = result.points[point];
  const end = swing.spread.median === row.least || swing.spread.median === row.most;
  // Of several values at one end, name the first.
  const first =
    row.least !== row.most &&
    row.swings.find(({ spread }) => spread.median === swing.spread.median) === swing;
  const isBase = level.level === 0;
  return {
    key: `${measure.name} ${row.at} ${level.level}`,
    box: { x: x - 7, y: y - 12, width: 14, height: 24 },
    title: `${named ? `${measure.lane.toUpperCase()}, ` : ''}${row.name} ${level.words}${isBase ? ', first value' : ''}`,
    facts: of ? pointFacts(cellOf(result, of, measure), measure, result.study.seeds) : [],
    point,
    shape: (
      <>
        <rect x={x - 7} y={y - 12} width={14} height={24} fillOpacity={0} />
        <path d={`M${x} ${y - 9}v18`} stroke={palette.ink} strokeWidth={isBase ? 3 : 1.5} />
        {end && first && (
          <Label x={x} y={y + 22} text={level.label} colour={palette.quiet} anchor="middle" />
        )}
      </>
    ),
  };
}

// One factor at a time: how far each factor moves the measure from the base, compared with the range over the seeds.

/** A value of a factor, while all other factors have their first value. */
interface Swing {
  level: Level;
  point: number;
  spread: StudySpread;
}

/** A factor and its effect. */
interface TornadoRow {
  at: number;
  name: string;
  path: string;
  /** In ascending order of the measure; includes the base. */
  swings: Swing[];
  least: number;
  most: number;
}

/** The data of a tornado diagram. */
interface Tornado {
  measure: Measure;
  base: StudySpread | null;
  /** Widest first. */
  rows: TornadoRow[];
  /** Factors of which only the first value has a result. */
  alone: string[];
}

/** Returns the factors of a lane, the one with the largest effect first. */
export function tornadoOf(result: StudyResult, measure: Measure): Tornado {
  const factors = factorsOf(result);
  const base = result.points.findIndex(({ levels }) => levels.every((level) => level === 0));
  const all = varied(factors).flatMap(({ at, name, path, levels }) => {
    const swings = levels.flatMap((level): Swing[] => {
      const point = result.points.findIndex((it) =>
        it.levels.every((value, factor) => value === (factor === at ? level.level : 0)),
      );
      const spread = result.points[point]?.spread[measure.name];
      return spread ? [{ level, point, spread }] : [];
    });
    const medians = swings.map(({ spread }) => spread.median);
    const sorted = swings.toSorted((one, other) => one.spread.median - other.spread.median);
    return swings.length === 0
      ? []
      : [
          {
            at,
            name,
            path,
            swings: sorted,
            least: Math.min(...medians),
            most: Math.max(...medians),
          },
        ];
  });
  // A factor whose other values are impossible, or have no results, has no effect yet.
  const rows = all.filter(({ swings }) => swings.length > 1);
  rows.sort((one, other) => other.most - other.least - (one.most - one.least));
  return {
    measure,
    base: result.points[base]?.spread[measure.name] ?? null,
    rows,
    alone: all.filter((row) => !rows.includes(row)).map(({ name }) => name),
  };
}

/**
 * Names the factor that changes the measure most, and the factors that change it no more than a different seed does.
 */
export function tornadoSentence({ measure, base, rows, alone }: Tornado): string {
  const [first] = rows;
  if (!first || !base) {
    return 'The combination of first values has no value yet, so no effect can be shown.';
  }
  const show = (value: number) => formatMeasured(value, measure);
  if (first.most === first.least) {
    return `No factor has an effect: the value is always ${show(base.median)}.`;
  }
  const idle =
    alone.length === 0
      ? ''
      : ` ${listOf(alone)} ${alone.length > 1 ? 'have' : 'has'} results for the first value only.`;
  const lead = `${first.name} has the largest effect: ${formatRange(first.least, first.most, measure)}; with the first values of all factors it is ${show(base.median)}.${idle}`;
  const chance = rows.filter(({ least, most }) => least >= base.least && most <= base.most);
  if (base.count < 2 || chance.length === 0) {
    return lead;
  }
  const verb = chance.length > 1 ? 'change' : 'changes';
  return `${lead} ${listOf(chance.map(({ name }) => name))} ${verb} it no more than the seeds do.`;
}
