/** One combination over its seeds: the values of both lanes, and how often B is lower. */
import { median } from 'd3-array';

import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { seenIn, seenWords } from './certainty.ts';
import { lanesOf, valuesOf } from './data.ts';
import { DASH, formatMeasured, formatRange, formatShift } from './format.ts';
import { wordsOf } from './heat.ts';
import { measureOf, type Measure } from './measures.ts';

/** A row of dots. */
export interface Strip {
  measure: Measure;
  /** By seed. */
  values: (number | null)[];
  /** Without interval where the study did not take this measure itself. */
  spread: StudySpread | null;
}

/** The strips of a measure: of a ratio its own and those of both lanes. */
export interface SeedStrips {
  /** Lane A, lane B, or the one that was measured. */
  lanes: Strip[];
  ratio: Strip | null;
  /** Pairs of one seed: B lower, B higher, equal. */
  lower: number;
  higher: number;
  pairs: number;
}

/** The strips. */
export function stripsOf(result: StudyResult, point: PointResult, name: string): SeedStrips {
  const measure = measureOf(name);
  const both = measure.lane === 'ratio';
  // A ratio needs the values of both lanes, whether or not the study took them as measures of their own.
  const twins = lanesOf(result, measure.inner);
  const needed = [measureOf(measure.inner), measureOf(`b:${measure.inner}`)];
  const measures = both
    ? needed.map((it) => twins.find(({ lane }) => lane === it.lane) ?? it)
    : lanesOf(result, name);
  const ratio = both ? stripOf(result, point, measure) : null;
  const lanes = measures.map((of) => stripOf(result, point, of));
  const [a, b] = lanes;
  if (ratio && !lanes.every(({ spread }) => spread)) {
    // Without its runs, a result has the ratios alone.
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

/** Median and range; no interval, which only the engine computes. */
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

/** The plain words: B is faster in 29 of 30 seeds. */
export function seedSentence(strips: SeedStrips): string {
  const { lanes, ratio, pairs } = strips;
  const [a, b] = lanes;
  const first = a ?? ratio;
  if (!first?.spread) {
    return 'No run has a value yet, or there was nothing to measure.';
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
  const shift = ratio?.spread ? `B against A ${formatShift(ratio.spread.median - 1)}` : '';
  const medians = a && b ? `Medians: A ${show(a)}, B ${show(b)}` : '';
  const figures = [medians, shift].filter((part) => part !== '').join('; ');
  const without = first.values.length - pairs;
  const missing =
    without > 0 ? ` ${without} of ${first.values.length} seeds have no value in both.` : '';
  return `${countsOf(strips, first.measure)}. ${figures}.${missing}`;
}

/** In how many seeds B is lower, higher and equal. */
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
