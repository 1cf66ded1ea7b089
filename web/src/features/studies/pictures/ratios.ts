/** Lane B divided by lane A: the engine has it of each measure that a study takes from both lanes. */
import type { Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { measureOf } from './measures.ts';

/** The ratio of a measure that a result has; null where it has none. */
export function ratioOf({ measures, design }: Study, name: string): string | null {
  const { inner } = measureOf(name);
  const lanes = new Set(
    measures.map(measureOf).flatMap((of) => (of.inner === inner ? [of.lane] : [])),
  );
  // An ablation has the shares of its own measures only.
  const there =
    lanes.has('ratio') || (design.kind !== 'ablation' && lanes.has('a') && lanes.has('b'));
  return there ? `ratio:${inner}` : null;
}

/** Whether a result can show a measure: its own, or a ratio of both its lanes. */
export function canShow(study: Study, name: string): boolean {
  return study.measures.includes(name) || ratioOf(study, name) === name;
}

/** The result with a ratio among its measures. */
export function withRatio(result: StudyResult, name: string): StudyResult {
  const { study } = result;
  return study.measures.includes(name) || ratioOf(study, name) !== name
    ? result
    : { ...result, study: { ...study, measures: [...study.measures, name] } };
}
