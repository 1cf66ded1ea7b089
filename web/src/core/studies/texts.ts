/** The texts of the gallery of studies: `public/studies/index.json`. */
import type { StudyResult } from '../../engine/generated/scenario.ts';
import { figureOf, isNumber, seedsOf } from './figures.ts';

/** A sentence about a result, with figures in braces, and the conditions under which it is true. */
export interface Claim {
  text: string;
  holds: readonly string[];
}

/** A study of the gallery, as its texts describe it. */
export interface StudyTexts {
  /** Name of its files. */
  id: string;
  /** Id of its group. */
  group: string;
  title: string;
  question: string;
  /** Who asked it, where and when. */
  asked: { by: string; where: string; date: string };
  /** What the engine says. */
  says: readonly Claim[];
  /** How far to trust it; with figures in braces. */
  trust: readonly string[];
}

/** The index: the groups in their order, and the studies. */
interface StudyIndex {
  version: 1;
  groups: readonly { id: string; title: string }[];
  studies: readonly StudyTexts[];
}

/** A text in pieces; those that come from the result are marked. */
interface Piece {
  text: string;
  computed: boolean;
}

/**
 * Reads the index.
 * @throws an error that names what is wrong
 */
export function readIndex(text: string): StudyIndex {
  const index: unknown = JSON.parse(text);
  if (!isRecord(index) || index['version'] !== 1) {
    throw new Error('The index of studies is not of version 1.');
  }
  const { groups, studies } = index;
  if (!isList(groups, isGroup) || !isList(studies, isStudy)) {
    const at = Array.isArray(studies) ? studies.findIndex((study) => !isStudy(study)) : -1;
    throw new Error(
      at < 0
        ? 'The index of studies has no groups or studies.'
        : `Study ${at} of the index lacks a field.`,
    );
  }
  return { version: 1, groups, studies };
}

/** A text with its figures filled in, in pieces. */
export function filled(text: string, result: StudyResult): Piece[] {
  return text.split(/\{([^{}]*)\}/).flatMap((piece, at) => {
    const computed = at % 2 === 1;
    const shown = computed ? figureOf(piece, result).text : piece;
    return shown === '' ? [] : [{ text: shown, computed }];
  });
}

/** The references in a text. */
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
    // A study's id is part of the address of its files.
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
 * Whether a condition such as `elapsed_seconds at 3 < 0.9 * elapsed_seconds at 0` holds. After `in each seed:` it must hold
 * in each pair of runs with the same seed. What the result does not have, holds nothing.
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

/** A number, a figure, or a number times a figure. */
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
