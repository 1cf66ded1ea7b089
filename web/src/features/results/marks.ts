/** Positions of the marks of a section: all lines share one logarithmic axis. */
import { ticks as evenTicks } from 'd3-array';
import { scaleLog } from 'd3-scale';

import { formatFigure } from '../../core/published.ts';
import type { JudgedLine } from './engine.ts';
import { type PlacedLine, type Section } from './tables.ts';

/** Width of the drawing, and of the slot at its left for zeros. */
export const CHART_WIDTH = 264;
const ZERO_X = 8;
const LEFT = 30;
const RIGHT = CHART_WIDTH - 14;
/** Minimum range of an axis, as a factor: with a smaller one, noise would fill the width. */
const SPAN_MIN = 1.5;
/** Minimum space for the label of a tick. */
const TICK_GAP = 48;

/** Positions of a figure with two kernels, or one; null if there is nothing to draw. */
export interface MarkPair {
  old: number | null;
  now: number | null;
  /** Positions of the old figure times the least and times the greatest ratio over the seeds. */
  spread: readonly [number, number] | null;
}

/** The marks of a line. */
interface LineMarks {
  published: MarkPair;
  computed: MarkPair | null;
}

/** A tick of the axis. */
interface Tick {
  x: number;
  label: string;
}

/** The marks of a section, and their axis. */
export interface SectionMarks {
  marks: LineMarks[];
  ticks: Tick[];
  /** Whether a mark is at zero, left of the axis. */
  hasZero: boolean;
}

interface Figures {
  published: readonly [number | null, number | null];
  computed: readonly [number | null, number | null] | null;
  spread: readonly [number, number] | null;
}

/** Positions the marks; null if nothing of the section can be drawn. */
export function layMarks(
  section: Section,
  judged: ReadonlyMap<number, JudgedLine>,
): SectionMarks | null {
  const all = section.lines.map((line) => figuresOf(section.kind, line, judged));
  const shown = all.flatMap(({ published, computed, spread }) => [
    ...published,
    ...(computed ?? []),
    ...(spread ?? []),
  ]);
  const positive = shown.filter((value): value is number => value !== null && value > 0);
  if (positive.length === 0) {
    return null;
  }
  const scale = scaleLog(domainOf(positive), [LEFT, RIGHT]);
  const at = (value: number | null): number | null =>
    value === null || value < 0 ? null : value === 0 ? ZERO_X : scale(value);
  const marks = all.map(({ published, computed, spread }) => ({
    published: { old: at(published[0]), now: at(published[1]), spread: null },
    computed: computed && {
      old: at(computed[0]),
      now: at(computed[1]),
      spread: spread && ([at(spread[0]) ?? ZERO_X, at(spread[1]) ?? ZERO_X] as const),
    },
  }));
  return { marks, ticks: ticksOf(scale, section.kind), hasZero: shown.includes(0) };
}

function figuresOf(
  kind: Section['kind'],
  { number, line }: PlacedLine,
  judged: ReadonlyMap<number, JudgedLine>,
): Figures {
  const computed = judged.get(number)?.computed ?? null;
  // The figures of a row have various units, so each is divided by the value published for the old kernel.
  const by = kind === 'row' ? (line.old ?? line.new ?? 0) : 1;
  const scaled = (value: number | null) => (value === null || by <= 0 ? null : value / by);
  const spread =
    computed &&
    computed.old !== null &&
    computed.least_ratio !== null &&
    computed.most_ratio !== null
      ? [computed.old * computed.least_ratio, computed.old * computed.most_ratio].map(scaled)
      : [];
  const [least = null, most = null] = spread;
  return {
    published: [scaled(line.old), scaled(line.new)],
    computed: computed && [scaled(computed.old), scaled(computed.new)],
    spread: least === null || most === null || least === most ? null : [least, most],
  };
}

/**
 * Returns the range from the least to the greatest value, slightly extended, and at least wide enough to be readable.
 */
function domainOf(values: readonly number[]): [number, number] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const widen = Math.max(Math.sqrt(SPAN_MIN / (most / least)), 1.02);
  return [least / widen, most * widen];
}

type LogScale = ReturnType<typeof scaleLog<number, number>>;

/** Returns round values, as many as fit side by side. */
function ticksOf(scale: LogScale, kind: Section['kind']): Tick[] {
  const [least = 1, most = 10] = scale.domain();
  const candidates = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], FINE, denseSteps()];
  let best: number[] = [];
  for (const steps of candidates) {
    const values = decades(least, most).flatMap((decade) => steps.map((step) => step * decade));
    const inside = values.filter((value) => value >= least && value <= most);
    if (fits(inside, scale)) {
      best = inside.length > best.length ? inside : best;
    }
  }
  if (best.length < 2) {
    // On an axis with such a small range, linear ticks work as well.
    const even = evenTicks(least, most, 3);
    best = fits(even, scale) ? even : even.slice(0, 1);
  }
  const label = kind === 'row' ? (value: number) => `×${shortFigure(value)}` : shortFigure;
  return best.map((value) => ({ x: scale(value), label: label(value) }));
}

const FINE = [1, 1.2, 1.4, 1.7, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8];

function denseSteps(): number[] {
  return Array.from({ length: 18 }, (_, step) => 1 + step / 2);
}

function decades(least: number, most: number): number[] {
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(most));
  return Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
}

function fits(values: readonly number[], scale: LogScale): boolean {
  return values.every((value, at) => {
    const before = values[at - 1];
    return before === undefined || scale(value) - scale(before) >= TICK_GAP;
  });
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function shortFigure(value: number): string {
  return value >= 1000 ? compact.format(value) : formatFigure(Number(value.toPrecision(3)));
}
