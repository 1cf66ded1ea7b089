/**
 * The texts of the gallery of studies, `public/studies/index.json`: references into a result, which are replaced by its
 * figures when a text is shown, and claims about it. `docs/studies.md` describes the format.
 */
import { median } from 'd3-array';

import { formatNumber } from '../../base/format.ts';
import type { Ablation, PointResult, StudyResult } from '../../engine/generated/scenario.ts';

/** A figure: its value (null if there is none) and its text. */
interface Figure {
  value: number | null;
  text: string;
}

/** Placeholder for a figure that the result does not have. */
export const UNKNOWN = '–';

const STATISTICS = ['median', 'least', 'most', 'range', 'positive'] as const;
type Statistic = (typeof STATISTICS)[number];

/** Returns the figure for a reference such as `elapsed_seconds at 0,1`. */
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

/** Returns the values of a reference by seed; empty if it has none. */
function seedsOf(reference: string, result: StudyResult): readonly (number | null)[] {
  const at = atOf(reference);
  return at ? (pointAt(at.levels, result)?.values[at.measure] ?? []) : [];
}

interface At {
  measure: string;
  levels: string;
  statistic: Statistic;
}

// The name of a measure can contain spaces, as the names of CPU time by task and function do.
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

/** The smallest increase that is not shown as 0.0 %; smaller ones get no sign. */
const SHOWN_PERCENT = 0.05;

/**
 * Returns the change from one figure to the other, in percent. For two medians, this is the median over the seeds of
 * the change between runs with the same seed, as in the pictures. It can differ from the change between the two
 * medians, even in sign.
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

/** Returns the median over the seeds of the ratio of two measures; null if the references have no seeds. */
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
function isNumber(value: number | null | undefined): value is number {
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

/** Formats with three significant digits; keeps integers. */
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

/** A sentence about a result, with figures in braces, and the conditions for it to be true. */
export interface Claim {
  text: string;
  holds: readonly string[];
}

/** A study of the gallery, as its texts describe it. */
export interface StudyTexts {
  /** Base name of its files. */
  id: string;
  group: string;
  title: string;
  question: string;
  /** Who asked the question, where and when. */
  asked: { by: string; where: string; date: string };
  /** The engine's answer. */
  says: readonly Claim[];
  /** How far to trust the answer; figures are in braces. */
  trust: readonly string[];
}

/** The index: the groups in order, and the studies. */
interface StudyIndex {
  version: 1;
  groups: readonly { id: string; title: string }[];
  studies: readonly StudyTexts[];
}

/** A piece of a text; pieces from the result are marked. */
interface Piece {
  text: string;
  computed: boolean;
}

/** Parses the index. @throws an error that names the problem */
export function readIndex(text: string): StudyIndex {
  const index: unknown = JSON.parse(text);
  if (!isRecord(index) || index['version'] !== 1) {
    throw new Error('The index of studies has an unknown version: only version 1 can be read.');
  }
  const { groups, studies } = index;
  if (!isList(groups, isGroup) || !isList(studies, isStudy)) {
    const at = Array.isArray(studies) ? studies.findIndex((study) => !isStudy(study)) : -1;
    throw new Error(
      at < 0
        ? 'The index of studies has no groups or studies.'
        : `A field of study ${at} in the index is missing or invalid.`,
    );
  }
  return { version: 1, groups, studies };
}

/** Returns a text with its figures filled in, in pieces. */
export function filled(text: string, result: StudyResult): Piece[] {
  return text.split(/\{([^{}]*)\}/).flatMap((piece, at) => {
    const computed = at % 2 === 1;
    const shown = computed ? figureOf(piece, result).text : piece;
    return shown === '' ? [] : [{ text: shown, computed }];
  });
}

/** Returns the references in a text. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isList<T>(value: unknown, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => isText(value[name]));
}

function isGroup(value: unknown): value is StudyIndex['groups'][number] {
  return hasTexts(value, ['id', 'title']);
}

function isClaim(value: unknown): value is Claim {
  return hasTexts(value, ['text']) && isList(value['holds'], isText);
}

function isStudy(value: unknown): value is StudyTexts {
  return (
    hasTexts(value, ['id', 'group', 'title', 'question']) &&
    // The id of a study is part of the address of its files.
    /^[\w-]+$/.test(String(value['id'])) &&
    hasTexts(value['asked'], ['by', 'where', 'date']) &&
    isList(value['says'], isClaim) &&
    isList(value['trust'], isText)
  );
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

const EACH_SEED = 'in each seed: ';

/**
 * Whether a condition such as `elapsed_seconds at 3 < 0.9 * elapsed_seconds at 0` is true. With the prefix `in each
 * seed:` it must be true for each pair of runs with the same seed. A condition on a figure that the result does not
 * have is false.
 */
export function holds(condition: string, result: StudyResult): boolean {
  const bySeed = condition.startsWith(EACH_SEED);
  const parts = (bySeed ? condition.slice(EACH_SEED.length) : condition).split(/ (<=|>=|<|>|=) /);
  const [left, sign, right] = parts;
  const compare = COMPARISONS[sign ?? ''];
  if (left === undefined || right === undefined || parts.length !== 3 || !compare) {
    return false;
  }
  if (!bySeed) {
    const [a, b] = [left, right].map((side) => sideOf(side, (of) => figureOf(of, result).value));
    return isNumber(a) && isNumber(b) && compare(a, b);
  }
  const seeds = Array.from({ length: result.study.seeds }, (_, seed) => seed);
  return seeds.every((seed) => {
    const [a, b] = [left, right].map((side) =>
      sideOf(side, (of) => seedsOf(of, result)[seed] ?? null),
    );
    return isNumber(a) && isNumber(b) && compare(a, b);
  });
}

/** Returns the value of one side of a condition: a number, a figure, or a number times a figure. */
function sideOf(side: string, value: (reference: string) => number | null): number | null {
  const { factor, rest } =
    /^(?:(?<factor>-?[\d.]+)(?: \* )?)?(?<rest>.*)$/.exec(side)?.groups ?? {};
  const times = factor === undefined ? 1 : Number(factor);
  if (rest === undefined || rest === '') {
    return factor === undefined ? null : times;
  }
  const of = value(rest);
  return of === null ? null : times * of;
}
