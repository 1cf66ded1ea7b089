import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { StudyResult } from '../../engine/generated/scenario.ts';
import { PlannedRun, Studies, initSync } from '../../engine/pkg/runs.js';
import { UNKNOWN, figureOf, holds, readIndex, referencesIn, type StudyTexts } from './texts.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(root, name));

/** Studies whose runs take far less than a second each. */
const CHEAP = [
  'flusher-busy-elsewhere',
  'series-shares-stick',
  'speed-where-patches-stop',
  'stalls-by-task',
];
const HANDFUL = 5;

initSync({ module: read('web/src/engine/pkg/runs_bg.wasm') });

const index = readIndex(read('public/studies/index.json').toString());

/** The stored result of a study, evaluated. */
function study(id: string): Studies {
  return Studies.from_result(read(`public/computed/studies/${id}.json`).toString());
}

const resultOf = (id: string) => JSON.parse(study(id).result()) as StudyResult;

const RESULTS = new Map(index.studies.map(({ id }) => [id, resultOf(id)]));

function resultAt(id: string): StudyResult {
  const result = RESULTS.get(id);
  if (!result) {
    throw new Error(`There is no result of ${id}.`);
  }
  return result;
}

test('each study of the gallery has a document, a result and a group', () => {
  const groups = index.groups.map(({ id }) => id);
  const files = readdirSync(join(root, 'public/studies'));
  const computed = readdirSync(join(root, 'public/computed/studies'));
  for (const { id, group } of index.studies) {
    expect(groups).toContain(group);
    expect(files).toContain(`${id}.json`);
    const document = JSON.parse(read(`public/studies/${id}.json`).toString()) as object;
    expect(resultAt(id).study, `${id}: run \`npm run studies -- ${id}\``).toMatchObject(document);
  }
  expect(computed.sort()).toEqual(index.studies.map(({ id }) => `${id}.json`).sort());
});

test.each(index.studies)('reading the result of $id changes no value of its runs', ({ id }) => {
  const { runs } = JSON.parse(read(`public/computed/studies/${id}.json`).toString()) as StudyResult;
  expect(resultAt(id).runs).toEqual(runs);
});

test.each(index.studies)('what is said of $id holds in its result', ({ id, says }) => {
  const result = resultAt(id);
  const failed = says.flatMap((claim) => claim.holds.filter((it) => !holds(it, result)));
  expect(failed.map((it) => `${it} (${valuesIn(it, result)})`)).toEqual([]);
  for (const { text, holds: conditions } of says) {
    expect(conditions.length, text).toBeGreaterThan(0);
  }
});

function valuesIn(condition: string, result: StudyResult): string {
  const sides = condition.replace('in each seed: ', '').split(/ (?:<=|>=|<|>|=) /);
  return sides.map((side) => figureOf(side.replace(/^[\d.]+ \* /, ''), result).text).join(' and ');
}

test.each(index.studies)(
  'every figure in the texts of $id is in its result',
  ({ id, says, trust }) => {
    const result = resultAt(id);
    const references = [...says.map(({ text }) => text), ...trust].flatMap(referencesIn);
    const unknown = references.filter((it) => figureOf(it, result).text === UNKNOWN);
    expect(unknown).toEqual([]);
  },
);

const LINK = /\[[^\]]+\]\(([^)]+)\)/g;

test('each link of a text leads to a study of the gallery or to a posting on the Results page', () => {
  const places = [
    ...index.studies.map(({ id }) => `#gallery=${id}`),
    ...readdirSync(join(root, 'public/published')).map(
      (file) => `./results.html#${file.replace('.json', '')}`,
    ),
  ];
  for (const { says, trust } of index.studies) {
    const links = [...says.map(({ text }) => text), ...trust].flatMap((text) => [
      ...text.matchAll(LINK),
    ]);
    for (const [, address] of links) {
      expect(places).toContain(address);
    }
  }
});

/** Returns the numbers in a text, except figures of the result, versions of kernels, and addresses of links. */
function typedNumbers(text: string): string[] {
  const plain = text
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\]\([^)]+\)/g, '')
    .replace(/\b[23]\.\d+(?:\.\d+)?(?:-rc\d)?/g, '');
  return plain.match(/\d[\d,.]*\d|\d/g) ?? [];
}

test.each(index.studies)('no figure is typed into what is said of $id', (texts: StudyTexts) => {
  const document = read(`public/studies/${texts.id}.json`).toString();
  for (const { text } of texts.says) {
    for (const number of typedNumbers(text)) {
      // Each of these numbers must be in the study's document.
      const there = document.includes(number) || document.includes(number.replace(/,/g, ''));
      // Exceptions are constants of the kernel, such as a tick of 4 ms and a wait of 20 ms, and 14 MiB, which is 3,500
      // pages rounded.
      expect(there || ['20', '4', '14', '1'].includes(number), `${number} in: ${text}`).toBe(true);
    }
  }
});

test('the results beside the app are what WebAssembly computes: a handful of runs that their identity chooses', () => {
  const texts = CHEAP.map((id) => read(`public/computed/studies/${id}.json`).toString());
  const identities = texts.map((text) => (JSON.parse(text) as { identity: string }).identity);
  const at = Number.parseInt(identities.map((it) => it.slice(0, 2)).join(''), 16);
  for (let n = 0; n < HANDFUL; n += 1) {
    const id = CHEAP[(at + n) % CHEAP.length] ?? '';
    const planned = study(id);
    const run = (at * 7 + n * 31) % planned.run_count();
    const carried = new PlannedRun(planned.run_document(run) ?? '');
    while (!carried.run(1_000_000));
    const result = JSON.parse(carried.result(planned.run_measures(run))) as object;
    carried.free();
    expect(resultAt(id).runs[run], `${id}, run ${run}`).toEqual(result);
    planned.free();
  }
}, 60_000);
