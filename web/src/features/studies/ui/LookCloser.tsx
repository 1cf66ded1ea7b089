/** More values of a factor between the two where it begins to matter, as a copy of the study. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import type { Factor, Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { session } from '../session.ts';

/** Two values that have an answer each, and the study that asks between them too. */
interface Closer {
  from: number;
  to: number;
  study: Study;
}

/** The button; nothing where no value is left between, or nothing changes. */
export function LookCloser({
  result,
  measure,
}: {
  result: StudyResult;
  measure: string;
}): ReactElement | null {
  const closer = closerOf(result, measure);
  return closer === null ? null : (
    <button
      type="button"
      className="button"
      title="A copy of this study with the values between these two: what has run is not run again"
      onClick={() => void session.openText(JSON.stringify(closer.study))}
    >
      Look closer, {formatCount(closer.from)} to {formatCount(closer.to)}
    </button>
  );
}

/** Values that are added. */
const ADDED_MOST = 4;
/** A ratio closer to 1 than this is none that anybody would measure. */
const NEAR = 0.01;

/** The values between which a measure begins to change, once all of its runs have ended. */
export function closerOf({ study, points }: StudyResult, measure: string): Closer | null {
  const [factor, ...others] = study.factors ?? [];
  const values = factor ? valuesOf(factor) : null;
  if (!factor || !values || others.length > 0 || study.design.kind !== 'grid') {
    return null;
  }
  const known = points
    .flatMap(({ levels: [level], spread }) => {
      const [value, median] = [values[level ?? -1], spread[measure]?.median];
      return value === undefined || median === undefined ? [] : [{ value, median }];
    })
    .toSorted((one, other) => one.value - other.value);
  if (known.length < values.length) {
    return null;
  }
  const steps = known
    .slice(1)
    .map((to, at) => ({ from: known[at] ?? to, to }))
    .filter(({ from, to }) => to.value - from.value > 1 && from.median !== to.median);
  const near = ({ median }: { median: number }) => Math.abs(median - 1) < NEAR;
  const border = steps.find(({ from, to }) => near(from) !== near(to));
  const size = ({ from, to }: (typeof steps)[number]) => Math.abs(to.median - from.median);
  const steepest = steps.toSorted((one, other) => size(other) - size(one))[0];
  const isRatio = measure.startsWith('ratio:');
  const step = isRatio && known.every(near) ? null : (isRatio && border) || steepest;
  if (!step) {
    return null;
  }
  const [from, to] = [step.from.value, step.to.value];
  const more = [...values, ...between(from, to)].toSorted((one, other) => one - other);
  return { from, to, study: { ...study, factors: [withValues(factor, more)] } };
}

/** The whole numbers that a factor goes through; null where it has others, or names for them. */
function valuesOf(factor: Factor): number[] | null {
  if (factor.vary === 'ram') {
    return factor.values_mib;
  }
  if (factor.vary !== 'field' || factor.labels) {
    return null;
  }
  const whole = factor.values.filter((value) => Number.isInteger(value)) as number[];
  return whole.length === factor.values.length ? whole : null;
}

function withValues(factor: Factor, values: number[]): Factor {
  switch (factor.vary) {
    case 'ram':
      return { ...factor, values_mib: values };
    case 'field':
      return { ...factor, values };
    default:
      return factor;
  }
}

/** Whole numbers between two, evenly spread. */
function between(from: number, to: number): number[] {
  const count = Math.min(ADDED_MOST, to - from - 1);
  return Array.from({ length: count }, (_, at) =>
    Math.round(from + ((to - from) * (at + 1)) / (count + 1)),
  );
}
