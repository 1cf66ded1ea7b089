/** One combination over its seeds: the values of both lanes, and how often B is lower. */
import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { lanesOf, medianOf, missingOf, valuesOf, type Missing } from './data.ts';
import { formatMeasured, formatRange, formatShift } from './format.ts';
import { wordsOf } from './heat.ts';
import { measureOf, type Measure } from './measures.ts';

/** A row of dots. */
export interface Strip {
  measure: Measure;
  /** By seed. */
  values: (number | null)[];
  /** By seed: why there is no value. */
  missing: (Missing | null)[];
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
  const lanes = measures.map((of) => stripOf(result, point, of));
  const ratio = both ? stripOf(result, point, measure) : null;
  const [a, b] = lanes;
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
  const missing = values.map((value, seed) =>
    value === null ? missingOf(result, point, measure, seed) : null,
  );
  return { measure, values, missing, spread: point.spread[name] ?? spreadOf(values) };
}

/** Median and range; no interval, which only the engine computes. */
function spreadOf(values: readonly (number | null)[]): StudySpread | null {
  const there = values.filter((value) => value !== null);
  const median = medianOf(there);
  return median === null
    ? null
    : {
        count: there.length,
        median,
        least: Math.min(...there),
        most: Math.max(...there),
        low: null,
        high: null,
      };
}

/** The plain words: B is faster in 29 of 30 seeds. */
export function seedSentence({ lanes, ratio, lower, higher, pairs }: SeedStrips): string {
  const [a, b] = lanes;
  if (!a?.spread) {
    return 'No run has a value yet, or there was nothing to measure.';
  }
  const show = ({ measure, spread }: Strip) =>
    spread ? formatMeasured(spread.median, measure) : '–';
  if (!b || pairs === 0) {
    const { least, most, count } = a.spread;
    const range =
      least === most ? 'the same in all' : `from ${formatRange(least, most, a.measure)}`;
    return `Median ${show(a)} over ${count} ${count === 1 ? 'seed' : 'seeds'}, ${range}.`;
  }
  const [less, more] = wordsOf(a.measure);
  const seeds = `${pairs} ${pairs === 1 ? 'seed' : 'seeds'}`;
  const equal = pairs - lower - higher;
  const rest = [
    ...(higher > 0 && lower > 0 ? [`${more} in ${higher}`] : []),
    ...(equal > 0 && lower + higher > 0 ? [`equal in ${equal}`] : []),
  ];
  const lead =
    lower + higher === 0
      ? `A and B are equal in all ${seeds}`
      : `B is ${lower > 0 ? less : more} in ${lower > 0 ? lower : higher} of ${seeds}`;
  const medians = `Medians: A ${show(a)}, B ${show(b)}`;
  const shift = ratio?.spread ? `; B against A ${formatShift(ratio.spread.median - 1)}` : '';
  return `${[lead, ...rest].join(', ')}. ${medians}${shift}.`;
}
