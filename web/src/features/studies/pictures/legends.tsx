/** What stands for median, interval and range: each picture draws them a little differently. */
import type { ReactElement } from 'react';

import type { Study, StudySpread } from '../../../engine/generated/scenario.ts';
import { intervalOf, lanesOfStudy, rangeName } from './data.ts';
import { Label, widthOf, type Drawing } from './drawing.tsx';
import type { Palette } from './palette.ts';
import { laneLine, laneNames } from './titles.ts';

type Sign = 'dot' | 'tick' | 'bar' | 'thick' | 'thin' | 'band';

/** A sign, and what it stands for. */
type LegendItem = readonly [sign: Sign, text: string];

/** Height of a legend, px. */
export const LEGEND_HEIGHT = 24;

const SIGN_WIDTH = 20;
const APART = 16;

/** The signs that a picture has: an interval takes several seeds, a range two. */
export function spreadItems(
  spreads: readonly StudySpread[],
  signs: { median: Sign; interval: Sign; range: Sign },
): LegendItem[] {
  const most = Math.max(0, ...spreads.map(({ count }) => count));
  return [
    [signs.median, 'median'],
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

/** The legend, in a line. */
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

// Below a picture: what its lanes run.

const LINE = 17;

/** The picture with a line for each lane that its measure is of; as it is where nothing is compared. */
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
