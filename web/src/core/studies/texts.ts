/** The texts of the gallery of studies: `public/studies/index.json`. */
import type { StudyResult } from '../../engine/generated/scenario.ts';
import { figureOf } from './figures.ts';

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
export interface StudyIndex {
  version: 1;
  groups: readonly { id: string; title: string }[];
  studies: readonly StudyTexts[];
}

/** A text in pieces; those that come from the result are marked. */
export interface Piece {
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
