/** More values of a factor between the two where it begins to matter, as a copy of the study. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import type {
  Factor,
  PointResult,
  Study,
  StudyResult,
  StudySpread,
} from '../../../engine/generated/scenario.ts';
import { ratioOf } from '../pictures/measures.ts';
import { ratioAt, stateOf } from '../pictures/threshold.ts';
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
      title="Runs a copy of this study with the values between these two: what has run is not run again"
      onClick={() => void session.runText(JSON.stringify(closer.study))}
    >
      Look closer, {formatCount(closer.from)} to {formatCount(closer.to)}
    </button>
  );
}

/** Values that are added. */
const ADDED_MOST = 4;

/** A value of the factor and what the runs with it came to. */
interface Known {
  value: number;
  spread: StudySpread;
}

/**
 * The values between which the lanes begin or cease to differ, or where a measure of one lane changes most, once all of
 * its runs have ended.
 */
export function closerOf(result: StudyResult, measure: string): Closer | null {
  const { study } = result;
  const [factor, ...others] = study.factors ?? [];
  const values = factor ? valuesOf(factor) : null;
  if (!factor || !values || others.length > 0 || study.design.kind !== 'grid') {
    return null;
  }
  const known = knownOf(result, values, ({ spread }) => spread[measure]);
  if (known.length < values.length) {
    return null;
  }
  const ratio = ratioOf(study, measure);
  const compared = ratio ? knownOf(result, values, (point) => ratioAt(result, point, ratio)) : [];
  const border = compared.length < values.length ? undefined : borderIn(compared);
  const step = border ?? steepestIn(known, measure);
  if (!step) {
    return null;
  }
  const [from, to] = [step.from.value, step.to.value];
  const more = new Set([...values, ...between(from, to)]);
  const ascending = [...more].toSorted((one, other) => one - other);
  return { from, to, study: { ...study, factors: [withValues(factor, ascending)] } };
}

function knownOf(
  { points }: StudyResult,
  values: readonly number[],
  spreadOf: (point: PointResult) => StudySpread | null | undefined,
): Known[] {
  return points
    .flatMap((point) => {
      const value = values[point.levels[0] ?? -1];
      const spread = spreadOf(point);
      return value === undefined || !spread ? [] : [{ value, spread }];
    })
    .toSorted((one, other) => one.value - other.value);
}

/** Neighbours of which the lanes differ with one and not with the other. Where the seeds disagree there is no answer. */
function borderIn(known: readonly Known[]): Step | undefined {
  const sure = known.filter(({ spread }) => stateOf(spread) !== 'open');
  return stepsOf(sure).find(({ from, to }) => stateOf(from.spread) !== stateOf(to.spread));
}

function steepestIn(known: readonly Known[], measure: string): Step | undefined {
  if (measure.startsWith('ratio:') && known.every(({ spread }) => stateOf(spread) === 'alike')) {
    return undefined;
  }
  const size = ({ from, to }: Step) => Math.abs(to.spread.median - from.spread.median);
  return stepsOf(known).toSorted((one, other) => size(other) - size(one))[0];
}

interface Step {
  from: Known;
  to: Known;
}

/** Neighbours with different answers and a whole number between them. */
function stepsOf(known: readonly Known[]): Step[] {
  return known
    .slice(1)
    .map((to, at) => ({ from: known[at] ?? to, to }))
    .filter(({ from, to }) => to.value - from.value > 1 && from.spread.median !== to.spread.median);
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
