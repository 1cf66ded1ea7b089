/** Lane B divided by lane A, for studies that measure both and do not ask for their ratio. */
import type { PointResult, Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { medianInterval } from './bootstrap.ts';
import { INTERVAL_SEEDS } from './certainty.ts';
import { medianOf, valuesOf } from './data.ts';
import { measureOf } from './measures.ts';

/** The ratio of a measure that a study has of both lanes; null where it has not. */
export function ratioOf({ measures, design }: Study, name: string): string | null {
  // Shares of mechanisms are the engine's: there is no ablation of what the page divides.
  const { inner } = measureOf(name);
  const lanes = new Set(
    measures.map(measureOf).flatMap((of) => (of.inner === inner ? [of.lane] : [])),
  );
  const there =
    lanes.has('ratio') || (design.kind !== 'ablation' && lanes.has('a') && lanes.has('b'));
  return there ? `ratio:${inner}` : null;
}

/** Whether a result can show a measure: its own, or a ratio of both its lanes. */
export function canShow(study: Study, name: string): boolean {
  return study.measures.includes(name) || ratioOf(study, name) === name;
}

/** The result with a ratio, by pairs of the same seed; as it is where it has the measure. */
export function withRatio(result: StudyResult, name: string): StudyResult {
  const { study, points } = result;
  if (study.measures.includes(name) || ratioOf(study, name) !== name) {
    return result;
  }
  const { inner } = measureOf(name);
  const all = study.measures.map(measureOf);
  const nameOf = (lane: 'a' | 'b') =>
    all.find((it) => it.inner === inner && it.lane === lane)?.name ?? '';
  return {
    ...result,
    study: { ...study, measures: [...study.measures, name] },
    points: points.map((point) => {
      const [a = [], b = []] = (['a', 'b'] as const).map(
        (lane) => point.values[nameOf(lane)] ?? valuesOf(result, point, lane, inner),
      );
      return divided(point, name, a, b);
    }),
  };
}

function divided(
  point: PointResult,
  name: string,
  a: readonly (number | null)[],
  b: readonly (number | null)[],
): PointResult {
  const pairs = a.map((value, seed) => [value, b[seed] ?? null] as const);
  const values = pairs.map(([one, other]) =>
    one === null || one === 0 || other === null ? null : other / one,
  );
  const both = pairs.filter(([one, other]) => one !== null && other !== null);
  const lower = both.filter(([one, other]) => (other ?? 0) < (one ?? 0)).length;
  const sorted = values.filter((value) => value !== null).sort((one, other) => one - other);
  const median = medianOf(sorted);
  const spread = { ...point.spread };
  if (median !== null) {
    const interval = sorted.length >= INTERVAL_SEEDS ? medianInterval(sorted) : null;
    const [least = median, most = median] = [sorted[0], sorted.at(-1)];
    const [low = null, high = null] = interval ?? [];
    spread[name] = { count: sorted.length, median, least, most, low, high };
  }
  return {
    ...point,
    values: { ...point.values, [name]: values },
    spread,
    lower_in_b: { ...point.lower_in_b, [name]: [lower, both.length] },
  };
}
