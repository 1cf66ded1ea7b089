/**
 * Figures in the texts of studies: references into a result, which are filled when a text is shown. `docs/studies.md` has
 * the forms.
 */
import { median } from 'd3-array';

import { formatNumber } from '../../base/format.ts';
import type { Ablation, PointResult, StudyResult } from '../../engine/generated/scenario.ts';

/** A figure: its number, null where there is none, and how it is shown. */
export interface Figure {
  value: number | null;
  text: string;
}

/** What stands for a figure that the result does not have. */
export const UNKNOWN = '–';

const STATISTICS = ['median', 'least', 'most', 'range', 'positive'] as const;
type Statistic = (typeof STATISTICS)[number];

/** The figure of a reference such as `elapsed_seconds at 0,1`. */
export function figureOf(reference: string, result: StudyResult): Figure {
  const change = /^change (?<from>.+) to (?<to>.+)$/.exec(reference)?.groups;
  if (change) {
    return changeOf(change['from'] ?? '', change['to'] ?? '', result);
  }
  const lower = /^lower (?<measure>\S+) at (?<levels>\S+)$/.exec(reference)?.groups;
  if (lower) {
    const point = pointAt(lower['levels'] ?? '', result);
    const of = point?.lower_in_b[lower['measure'] ?? ''];
    return of ? { value: of[0], text: `${of[0]} of ${of[1]}` } : missing();
  }
  const part = /^(?<what>share|percent) of (?<mechanism>\S+) in (?<measure>.+)$/.exec(
    reference,
  )?.groups;
  if (part) {
    return partOf(part['what'] ?? '', part['mechanism'] ?? '', part['measure'] ?? '', result);
  }
  const whole = /^(?<what>none|all|effect) of (?<measure>.+)$/.exec(reference)?.groups;
  if (whole) {
    const ablation = result.ablation[whole['measure'] ?? ''];
    return shown(ablation ? wholeOf(whole['what'] ?? '', ablation) : null);
  }
  const at = atOf(reference);
  return at ? ofPoint(at, result) : missing();
}

/** The values of a reference by seed; empty if it has none. */
export function seedsOf(reference: string, result: StudyResult): readonly (number | null)[] {
  const at = atOf(reference);
  return at ? (pointAt(at.levels, result)?.values[at.measure] ?? []) : [];
}

interface At {
  measure: string;
  levels: string;
  statistic: Statistic;
}

// A measure's name can contain spaces, as a task's function does.
function atOf(reference: string): At | null {
  const of = /^(?<measure>.+) at (?<levels>base|[\d,]+)(?: (?<statistic>\w+))?$/.exec(
    reference,
  )?.groups;
  const statistic = STATISTICS.find((name) => name === (of?.['statistic'] ?? 'median'));
  const { measure, levels } = of ?? {};
  return measure !== undefined && levels !== undefined && statistic
    ? { measure, levels, statistic }
    : null;
}

function pointAt(levels: string, { points }: StudyResult): PointResult | undefined {
  const wanted = levels === 'base' ? '' : levels;
  return points.find((point) => point.levels.join(',') === wanted);
}

function ofPoint({ measure, levels, statistic }: At, result: StudyResult): Figure {
  const point = pointAt(levels, result);
  const spread = point?.spread[measure];
  if (!spread) {
    return missing();
  }
  if (statistic === 'range') {
    const [least, most] = [numberText(spread.least), numberText(spread.most)];
    return { value: null, text: least === most ? least : `${least} to ${most}` };
  }
  if (statistic === 'positive') {
    const values = point.values[measure] ?? [];
    const count = values.filter((value) => value !== null && value > 0).length;
    return { value: count, text: `${count} of ${values.length}` };
  }
  return shown(spread[statistic]);
}

/** The smallest increase that is not shown as 0.0 %, which has no sign. */
const SHOWN_PERCENT = 0.05;

/**
 * By how many percent one figure is more than the other. Of two medians, it is the median over the seeds of the change
 * between runs with the same seed, as the pictures show it: the change of the medians can differ, even in sign.
 */
function changeOf(from: string, to: string, result: StudyResult): Figure {
  const paired = pairedRatio(from, to, result);
  const [a, b] = paired === null ? [from, to].map((it) => figureOf(it, result).value) : [1, paired];
  if (!isNumber(a) || !isNumber(b) || a === 0) {
    return missing();
  }
  const percent = (b / a - 1) * 100;
  return { value: percent, text: `${percent >= SHOWN_PERCENT ? '+' : ''}${percentText(percent)}` };
}

/** The median over the seeds of one measure divided by the other; null where the references are not of seeds. */
function pairedRatio(from: string, to: string, result: StudyResult): number | null {
  if (atOf(from)?.statistic !== 'median' || atOf(to)?.statistic !== 'median') {
    return null;
  }
  const [a, b] = [seedsOf(from, result), seedsOf(to, result)];
  const ratios = a.flatMap((value, seed) => {
    const other = b[seed];
    return isNumber(value) && value !== 0 && isNumber(other) ? [other / value] : [];
  });
  return median(ratios) ?? null;
}

/** Whether there is a value. */
export function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

function partOf(what: string, mechanism: string, measure: string, result: StudyResult): Figure {
  const ablation = result.ablation[measure];
  const share = ablation?.shares[result.factors.indexOf(mechanism)];
  if (!ablation || !share) {
    return missing();
  }
  if (what === 'share') {
    return shown(share.shapley);
  }
  const effect = wholeOf('effect', ablation);
  const percent = effect === 0 ? null : (share.shapley / effect) * 100;
  return percent === null ? missing() : { value: percent, text: percentText(percent) };
}

function wholeOf(what: string, { none, all }: Ablation): number {
  return { none, all, effect: all - none }[what] ?? 0;
}

function missing(): Figure {
  return { value: null, text: UNKNOWN };
}

function shown(value: number | null): Figure {
  return value === null ? missing() : { value, text: numberText(value) };
}

/** Three digits that count, and whole numbers as they are. */
function numberText(value: number): string {
  if (Number.isInteger(value)) {
    return formatNumber(value);
  }
  const digits = value === 0 ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)));
  return formatNumber(value, Math.min(Math.max(digits, 0), 6));
}

function percentText(percent: number): string {
  return `${formatNumber(percent, Math.abs(percent) < 10 ? 1 : 0)} %`;
}
