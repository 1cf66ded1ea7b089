/** A Latin hypercube: the measure over each factor, with one panel per factor. */
import { scaleLinear } from 'd3-scale';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { cellOf, factorsOf, lanesOf, nameOf, varied, type FactorInfo } from './data.ts';
import {
  AxisBelow,
  AxisBeside,
  Label,
  domainOf,
  pointFacts,
  widthOf,
  type Drawing,
  type Mark,
} from './drawing.tsx';
import { formatBare, type Palette } from './values.ts';
import { laneColour, numberScale, numberTicks, tickOf, valueTitle } from './Line.tsx';
import { fullTitle, measureOf, type Measure } from '../measures.ts';

const GAP = 20;
const PANEL_MIN = 250;
const PLOT = 150;
const TOP = 26;
const FOOT = 50;

export function drawScatters(
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
  const format = tickOf(measure);
  const y = scaleLinear(
    domainOf(
      spreads.flatMap(({ least, most }) => [least, most]),
      reference,
    ),
    [PLOT, 0],
  ).nice(4);
  const left = Math.max(...y.ticks(4).map((value) => widthOf(format(value)))) + 8;
  const across = Math.max(
    1,
    Math.min(3, Math.floor((width + GAP) / (PANEL_MIN + GAP)), factors.length),
  );
  const panel = (width - GAP * (across - 1)) / across;
  const names = result.points.map((point) => nameOf(factors, point));
  const marks: Mark[] = [];
  const under = factors.map((factor, at) => {
    const box = {
      x: (at % across) * (panel + GAP) + left,
      y: Math.floor(at / across) * (TOP + PLOT + FOOT) + TOP,
      width: panel - left - 4,
      height: PLOT,
    };
    const place = placeOf(factor, [box.x + 10, box.x + box.width - 10]);
    const lifted = Object.assign((value: number) => box.y + y(value), { ticks: () => y.ticks(4) });
    for (const lane of lanes) {
      marks.push(
        ...marksOf(result, names, factor, lane, place.at, lifted, lanes.length > 1, palette),
      );
    }
    return (
      <g key={factor.at}>
        <AxisBeside scale={lifted} format={format} box={box} palette={palette} />
        <AxisBelow
          scale={place.scale}
          ticks={place.ticks}
          format={place.label}
          box={box}
          palette={palette}
          title={factor.heading}
          hint={factor.path}
        />
        {reference.map((value) => (
          <line
            key={value}
            x1={box.x}
            x2={box.x + box.width}
            y1={lifted(value)}
            y2={lifted(value)}
            stroke={palette.ink}
            strokeDasharray="5 4"
          />
        ))}
      </g>
    );
  });
  return {
    width,
    height: Math.ceil(factors.length / across) * (TOP + PLOT + FOOT),
    label: `${fullTitle(measure)} by each of ${factors.length} factors`,
    under: (
      <>
        <Label
          x={0}
          y={13}
          text={`${valueTitle(measure, y.domain())}${lanes.length > 1 ? ': ■ A, ● B' : ''}`}
          room={width}
          colour={palette.quiet}
        />
        {under}
      </>
    ),
    marks,
  };
}

/** Returns the x positions of a factor's values: numbers to scale, other values at equal distances. */
function placeOf({ numeric, levels }: FactorInfo, range: [number, number]) {
  const values = levels.map(({ value }, at) => (numeric ? (value ?? 0) : at));
  const scale = numberScale(values, range);
  const byLevel = new Map(levels.map(({ level }, at) => [level, scale(values[at] ?? 0)]));
  const labels = new Map(levels.map(({ label }, at) => [values[at] ?? 0, label]));
  return {
    scale,
    ticks: numeric ? numberTicks(values, scale) : values,
    at: (level: number) => byLevel.get(level) ?? 0,
    label: (value: number) => labels.get(value) ?? formatBare(value),
  };
}

function marksOf(
  result: StudyResult,
  names: readonly string[],
  factor: FactorInfo,
  measure: Measure,
  across: (level: number) => number,
  y: (value: number) => number,
  named: boolean,
  palette: Palette,
): Mark[] {
  const colour = laneColour(measure, palette);
  const marks = result.points.flatMap((point, at): Mark[] => {
    const spread = point.spread[measure.name];
    if (!spread) {
      return [];
    }
    const [cx, cy] = [across(point.levels[factor.at] ?? 0), y(spread.median)];
    return [
      {
        key: `${factor.at} ${measure.name} ${at}`,
        box: { x: cx - 5, y: cy - 5, width: 10, height: 10 },
        title: `${named ? `${measure.lane.toUpperCase()}, ` : ''}${names[at] ?? ''}`,
        facts: pointFacts(cellOf(result, point, measure), measure, result.study.seeds),
        point: at,
        shape: (
          <>
            <path
              d={`M${cx} ${y(spread.least)}V${y(spread.most)}`}
              stroke={colour}
              strokeOpacity={0.5}
            />
            {measure.lane === 'a' ? (
              <rect
                x={cx - 4}
                y={cy - 4}
                width={8}
                height={8}
                fill={colour}
                fillOpacity={0.75}
                stroke={palette.ground}
                strokeWidth={0.8}
              />
            ) : (
              <circle
                cx={cx}
                cy={cy}
                r={4.5}
                fill={colour}
                fillOpacity={0.75}
                stroke={palette.ground}
                strokeWidth={0.8}
              />
            )}
          </>
        ),
      },
    ];
  });
  return marks.sort((one, other) => one.box.x - other.box.x);
}
