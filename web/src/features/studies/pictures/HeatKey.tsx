/** The colours and signs of a heat map, and the key that explains them. */
import type { ReactElement } from 'react';

import { type Measure } from '../measures.ts';
import { agreementWords } from './data.ts';
import { Label } from './drawing.tsx';
import { kindOf, stepLine, type Heat, type HeatCell, type HeatChoice } from './heat.ts';
import {
  DASH,
  differenceColours,
  formatMeasured,
  formatShift,
  shiftColours,
  valueColours,
  type Palette,
} from './values.ts';

/** The key shows only changes larger than this. */
const SHIFT_SHOWN = 0.001;

/** Colours of the cells. */
export interface Colours {
  of: (cell: HeatCell) => string;
  /** Texts and fills of the key: its ends and its middle. */
  key: { text: string; fill: string }[];
  note: string;
}

/** Returns the colours of a map. */
export function coloursOf(
  heat: Heat,
  measure: Measure,
  { mode }: HeatChoice,
  plain: Palette,
): Colours {
  // If more is better, swap the colours of less and more.
  const palette =
    measure.better === 'more' ? { ...plain, low: plain.high, high: plain.low } : plain;
  const cells = heat.panels.flatMap((panel) => panel.cells).filter(({ value }) => value !== null);
  const show = (value: number) => formatMeasured(value, measure);
  if (!heat.diverging) {
    const values = cells.map(({ value }) => value ?? 0);
    const { colour, logarithmic } = valueColours(values, palette);
    const [least, most] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
    const key = [least, ...(most > least ? [most] : [])].map((value) => ({
      text: show(value),
      fill: colour(value),
    }));
    return {
      of: ({ value }) => colour(value ?? 0),
      key,
      note: logarithmic ? 'logarithmic colours' : '',
    };
  }
  const changes = cells.flatMap(({ change }) => (change === null ? [] : [change]));
  if (changes.length === 0 && mode === 'change') {
    const values = cells.map(({ value }) => value ?? 0);
    const colour = differenceColours(values, 0, palette);
    const most = Math.max(0, ...values);
    const key = [0, most].map((value) => ({ text: show(value), fill: colour(value) }));
    return {
      of: ({ value }) => colour(value ?? 0),
      key,
      note: 'difference from the first combination, which is 0',
    };
  }
  const colour = shiftColours(changes, palette);
  const [least, most] = [Math.min(0, ...changes), Math.max(0, ...changes)];
  const ends = [least, 0, most].filter((end, at) => at === 1 || Math.abs(end) >= SHIFT_SHOWN);
  const what = measure.lane === 'ratio' ? 'B vs. A' : 'vs. the first combination';
  return {
    of: ({ change }) => (change === null ? palette.high : colour(change)),
    key: ends.map((change) => ({
      text: change === 0 ? 'no change' : formatShift(change),
      fill: colour(change),
    })),
    note: what,
  };
}

/** Sign for a change whose median exceeds the threshold although the seeds do not agree on it. */
export const UNSURE = '~';

/** Whether the change of a cell gets this sign. */
export function isUnsure(
  { diverging }: Heat,
  { change, sure }: HeatCell,
  { threshold }: HeatChoice,
) {
  return diverging && change !== null && !sure && kindOf(change, threshold) !== 0;
}

/** Returns the sign of a cell without a value; null if it has one. */
export function signOf({ cell, value }: HeatCell): string | null {
  if (value !== null) {
    return null;
  }
  switch (cell?.missing) {
    case 'not computed yet':
      return '…';
    case 'no value':
      return '?';
    case 'nothing to measure':
      return DASH;
    case undefined:
    case null:
      return '×';
  }
}

/** Explains the line and the signs in cells; empty if there are none. */
export function signsOf(heat: Heat, choice: HeatChoice): string {
  const lined = heat.panels.some(({ kinds }) => stepLine(kinds).length > 0);
  const percent = formatShift(choice.threshold).slice(1).replace('.0', '');
  const cells = heat.panels.flatMap((panel) => panel.cells);
  const missing = new Set(cells.map(signOf));
  const agreement = agreementWords(cells.flatMap(({ cell }) => cell?.spread ?? []));
  const unsure = cells.some((cell) => isUnsure(heat, cell, choice));
  const seen = cells.some(({ cell }) => cell?.seen);
  return [
    ...(lined ? [`line: change of ${percent}${agreement === '' ? '' : ` ${agreement}`}`] : []),
    ...(unsure ? [`${UNSURE} not ${agreement}`] : []),
    ...(seen ? ['· 4/10: not 0 in 4 of 10 seeds'] : []),
    ...(missing.has(DASH) ? [`${DASH} nothing to measure`] : []),
    ...(missing.has('…') ? ['… not computed yet'] : []),
    ...(missing.has('×') ? ['× impossible, left out'] : []),
    ...(missing.has('?') ? ['? no value'] : []),
  ].join('; ');
}

interface KeyProps {
  colours: Colours;
  y: number;
  width: number;
  signs: string;
  palette: Palette;
}

/** Renders the meaning of the colours and of the line. */
export function HeatKey({ colours, y, width, signs, palette }: KeyProps): ReactElement {
  const { key, note } = colours;
  const room = Math.min(110, (width - 8) / Math.max(key.length, 1));
  return (
    <g>
      {key.map(({ text, fill }, at) => (
        <g key={text}>
          <rect x={at * room} y={y} width={14} height={14} fill={fill} stroke={palette.strong} />
          <Label x={at * room + 20} y={y + 11} text={text} colour={palette.ink} />
        </g>
      ))}
      {width > 460 && (
        <Label x={width} y={y + 11} text={note} colour={palette.quiet} anchor="end" />
      )}
      <Label x={0} y={y + 34} text={signs} room={width} colour={palette.quiet} />
    </g>
  );
}
