import { expect, test } from 'vitest';

import { sentenceOf } from '../../engine/problems.ts';
import type { WholeCatalogue } from '../../engine/types.ts';
import { readLesson } from './check.ts';
import { lessons, type Lesson, type Step } from './library.ts';

const mechanism = (id: string, requires: string[]): WholeCatalogue['mechanisms'][number] => ({
  ...{ id, requires, title: '', explanation: '', source: '', posting: '', kernel: '' },
  ...{ excludes: [], assumed: false },
});

const catalogue: WholeCatalogue = {
  presets: [{ id: '3.0', title: 'Linux 3.0', mechanisms: [] }],
  mechanisms: [mechanism('needed', []), mechanism('needy', ['needed'])],
  counters: [{ name: 'allocstall', explanation: '' }],
  gauges: [],
};

const plain: Step = { part: 'hurt', title: 'One', text: ['Words.'] };

/** A lesson with one step, which must be its only problem. */
function lessonOf(step: object): string {
  const head = { version: 1, id: 'own', title: 'Own', by: 'A teacher', summary: 'S.', minutes: 3 };
  return JSON.stringify({ ...head, steps: [{ ...plain, ...step }] });
}

/** Returns the problems of a document. */
function said(text: string): string[] {
  const result = readLesson(text, catalogue);
  return 'problems' in result ? result.problems.map(sentenceOf) : [];
}

test('a lesson that a teacher wrote is read', () => {
  const text = lessonOf({
    watch: [{ label: 'stalls', of: ['allocstall'] }],
    moment: { seconds: 3 },
  });
  expect(readLesson(text, catalogue)).toEqual({ lesson: JSON.parse(text) as Lesson });
});

test('what is wrong is named with its place', () => {
  expect(said('{')[0]).toContain('This is not a JSON document');
  expect(said('[]').join(' ')).toContain('object');
  expect(said(lessonOf({ part: 'fun' })).join(' ')).toContain('steps.1.part');
  expect(said(lessonOf({ tilte: 'typo' })).join(' ')).toContain('tilte');
  expect(said(lessonOf({ text: [] })).join(' ')).toContain('steps.1.text');
});

test('names that nobody knows are named', () => {
  expect(said(lessonOf({ scenario: { gallery: 'no-such' } }))).toEqual([
    'steps.1.scenario.gallery: There is no scenario “no-such”. Use the id of a scenario in the gallery.',
  ]);
  expect(said(lessonOf({ watch: [{ label: 'x', of: ['allocstal'] }] })).join(' ')).toContain(
    'There is no counter “allocstal”',
  );
  const lanes = { gallery: 'weiner-usb', b: { kernel: '9.9' } };
  expect(said(lessonOf({ scenario: lanes })).join(' ')).toContain('There is no kernel “9.9”');
  const alone = { kernel: '3.0', mechanisms: { needy: true } };
  expect(said(lessonOf({ scenario: { gallery: 'weiner-usb', b: alone } }))).toEqual([
    expect.stringContaining('one of them requires another'),
  ]);
  const movement = { lane: 'b', mechanism: 'magic', on: true };
  expect(said(lessonOf({ switch: movement })).join(' ')).toContain('There is no mechanism “magic”');
});

test('no value of a lesson that is replaced by another kind throws', () => {
  const lesson = lessons[0];
  const steps = (lesson?.steps ?? []).flatMap((step) => Object.keys(step));
  for (const field of new Set(steps)) {
    for (const value of [null, 7, 'x', [], {}, [null]]) {
      expect(() => readLesson(lessonOf({ [field]: value }), catalogue)).not.toThrow();
    }
  }
});

/** A figure of a built-in lesson, with changes. */
function figureWith(changes: object): string {
  const found = lessons.flatMap(({ steps }) => steps).find(({ figure }) => figure)?.figure;
  const measures = [{ label: 'stalls', of: ['allocstall'] }];
  const text = lessonOf({ figure: { ...found, measures, numbers: [], ...changes } });
  return text.replace('"version":1', '"version":2');
}

test('a figure is refused with the place of what is wrong with it', () => {
  expect(said(figureWith({}))).toEqual([]);
  expect(said(figureWith({}).replace('"version":2', '"version":1'))).toEqual([
    'A lesson of version 1 cannot have figures or published values. Set version to 2.',
  ]);
  expect(said(figureWith({ scenario: { gallery: 'no-such' } })).join(' ')).toContain(
    'steps.1.figure.scenario.gallery: There is no scenario “no-such”',
  );
  const at = [{ lane: 'a', at: [8] }];
  expect(said(figureWith({ compare: [...at, ...at] })).join(' ')).toContain(
    'steps.1.figure.compare',
  );
  expect(said(figureWith({ until: 1e9 })).join(' ')).toContain('steps.1.figure.until');
  const moves = [{ label: 'x', field: '__proto__.polluted', values: [1, 2] }];
  expect(said(figureWith({ moves })).join(' ')).toContain('steps.1.figure.moves');
});

test('no value of a figure that is replaced by another kind throws', () => {
  const fields = ['title', 'scenario', 'moves', 'lanes', 'draw', 'measures', 'until', 'question'];
  for (const field of [...fields, 'options', 'compare', 'answer', 'numbers']) {
    for (const value of [null, 7, 'x', [], {}, [null], [{}], { inline: {} }]) {
      expect(() => readLesson(figureWith({ [field]: value }), catalogue)).not.toThrow();
    }
  }
});
