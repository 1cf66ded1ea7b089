/** Combinations as rows: median, interval of the median, range, and every seed. */
import { scaleLinear } from 'd3-scale';

import type { StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { cellOf, factorsOf, intervalOf, lanesOf, levelOf, varied } from './data.ts';
import {
  AxisBelow,
  LEGEND_HEIGHT,
  Label,
  SpreadLegend,
  domainOf,
  pointFacts,
  spreadItems,
  widthOf,
  type Drawing,
  type Mark,
} from './drawing.tsx';
import { laneColour, tickOf, valueTitle } from './Line.tsx';
import { fullTitle, measureOf, type Measure } from '../measures.ts';
import type { Palette } from './values.ts';

const HEAD = 24;
const LANE = 18;
const FOOT = 48;

export function drawDots(
  result: StudyResult,
  name: string,
  width: number,
  palette: Palette,
): Drawing {
  const lanes = lanesOf(result, name);
  const measure = measureOf(name);
  const factors = varied(factorsOf(result));
  const spreads = result.points.flatMap(({ spread }) =>
    lanes.flatMap((lane) => spread[lane.name] ?? []),
  );
  const reference = measure.lane === 'ratio' ? [1] : [];
  const names = result.points.map((point) =>
    factors.map((factor) => levelOf(factor, point)?.label ?? '').join(', '),
  );
  const head = factors.map(({ heading }) => heading).join(', ');
  const longest = Math.max(...[...names, head].map(widthOf));
  const narrow = longest > width * 0.3;
  const badge = lanes.length > 1 ? 18 : 0;
  const left = (narrow ? 4 : longest + 10) + badge;
  const row = LANE * lanes.length + (narrow ? 22 : 10);
  const box = { x: left, y: HEAD, width: width - left - 6, height: row * names.length };
  const x = scaleLinear(
    domainOf(
      spreads.flatMap(({ least, most }) => [least, most]),
      reference,
    ),
    [left + 10, width - 16],
  ).nice(5);
  const marks: Mark[] = [];
  const under = result.points.map((point, at) => {
    const top = HEAD + at * row;
    for (const [of, lane] of lanes.entries()) {
      const y = top + (narrow ? 18 : 4) + LANE * (of + 0.5);
      marks.push(
        markOf(result, at, lane, names[at] ?? '', y, { x, width }, lanes.length > 1, palette),
      );
    }
    return (
      <g key={point.link}>
        {at > 0 && <line x1={0} x2={width} y1={top} y2={top} stroke={palette.line} />}
        <Label
          x={narrow ? 4 : longest}
          y={narrow ? top + 15 : top + row / 2 + 4}
          text={names[at] ?? ''}
          room={narrow ? width : longest + 4}
          colour={palette.ink}
          anchor={narrow ? 'start' : 'end'}
        />
        {badge > 0 &&
          lanes.map((lane, of) => (
            <Label
              key={lane.name}
              x={left - 16}
              y={top + (narrow ? 18 : 4) + LANE * (of + 0.5) + 4}
              text={lane.lane.toUpperCase()}
              colour={laneColour(lane, palette)}
              bold
            />
          ))}
      </g>
    );
  });
  return {
    width,
    height: HEAD + box.height + FOOT + LEGEND_HEIGHT,
    label: `${fullTitle(measure)} of ${names.length} combinations`,
    under: (
      <>
        <Label
          x={narrow ? 4 : longest}
          y={14}
          text={head}
          room={width}
          colour={palette.quiet}
          anchor={narrow ? 'start' : 'end'}
        />
        <AxisBelow
          scale={x}
          format={tickOf(measure)}
          box={box}
          palette={palette}
          title={valueTitle(measure, x.domain())}
        />
        {reference.map((value) => (
          <line
            key={value}
            x1={x(value)}
            x2={x(value)}
            y1={HEAD}
            y2={HEAD + box.height}
            stroke={palette.ink}
            strokeDasharray="5 4"
          />
        ))}
        {under}
        <SpreadLegend
          items={spreadItems(spreads, { median: 'dot', interval: 'thick', range: 'thin' })}
          y={HEAD + box.height + FOOT + 14}
          palette={palette}
        />
      </>
    ),
    marks,
  };
}

interface Across {
  x: (value: number) => number;
  width: number;
}

function markOf(
  result: StudyResult,
  at: number,
  measure: Measure,
  name: string,
  y: number,
  { x, width }: Across,
  named: boolean,
  palette: Palette,
): Mark {
  const point = result.points[at];
  const spread = point?.spread[measure.name];
  const values = (point?.values[measure.name] ?? []).filter((value) => value !== null);
  return {
    key: `${measure.name} ${at}`,
    box: { x: 1, y: y - LANE / 2, width: width - 2, height: LANE },
    title: `${named ? `${measure.lane.toUpperCase()}, ` : ''}${name}`,
    facts: point ? pointFacts(cellOf(result, point, measure), measure, result.study.seeds) : [],
    point: at,
    shape: (
      <>
        <rect x={0} y={y - LANE / 2} width={width} height={LANE} fillOpacity={0} />
        {spread ? (
          <Glyph
            spread={spread}
            values={values}
            x={x}
            y={y}
            colour={laneColour(measure, palette)}
            palette={palette}
          />
        ) : (
          <Label x={width - 6} y={y + 4} text="–" colour={palette.quiet} anchor="end" />
        )}
      </>
    ),
  };
}

interface GlyphProps {
  spread: StudySpread;
  values: readonly number[];
  x: (value: number) => number;
  y: number;
  colour: string;
  palette: Palette;
}

/** A thin line for the range, a thick one for the interval, faint dots for seeds, and the median. */
function Glyph({ spread, values, x, y, colour, palette }: GlyphProps) {
  const { least, most, median } = spread;
  const interval = intervalOf(spread);
  return (
    <g>
      <path data-range="" d={`M${x(least)} ${y}H${x(most)}`} stroke={colour} strokeWidth={1} />
      {interval && (
        <path
          data-interval=""
          d={`M${x(interval[0])} ${y}H${x(interval[1])}`}
          stroke={colour}
          strokeWidth={8}
          strokeOpacity={0.35}
        />
      )}
      {values.map((value, seed) => (
        <circle key={seed} cx={x(value)} cy={y} r={2.5} fill={colour} fillOpacity={0.8} />
      ))}
      <circle
        data-median=""
        cx={x(median)}
        cy={y}
        r={5}
        fill={colour}
        stroke={palette.ground}
        strokeWidth={1.5}
      />
    </g>
  );
}
