import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { Results, initSync as initDocuments } from '../../engine/pkg/documents.js';
import { PlannedRun, initSync as initRuns } from '../../engine/pkg/runs.js';
import { isStale, type ComputedFile } from '../../core/published.ts';
import { agrees, judgedOf, nameOf, POSTING_FILES } from './stored.ts';
import type { JudgedLine, Outline } from './engine.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(root, name));
const wasm = (name: string) => ({ module: read(`web/src/engine/pkg/${name}_bg.wasm`) });

/** Postings whose runs take less than a second each at full size. */
const CHEAP = ['real-kernel', 'hansen-2013'];
const HANDFUL = 5;

initDocuments(wasm('documents'));
initRuns(wasm('runs'));

const file = JSON.parse(read('public/computed/verdicts.json').toString()) as ComputedFile;
const texts = POSTING_FILES.map((name) => read(`public/published/${name}.json`).toString());
const plan = new Results(texts, file.seeds, false);
const outline = JSON.parse(plan.outline()) as Outline;

/** Carries out a run as the page does. */
function compute(run: number): JudgedLine[] {
  const carried = new PlannedRun(plan.run_document(run) ?? '');
  while (!carried.run(1_000_000));
  const result = carried.result([...(outline.runs[run]?.measures ?? [])]);
  carried.free();
  return JSON.parse(plan.take(run, result)) as JudgedLine[];
}

test('the verdicts beside the app are what WebAssembly computes: a handful of rows that their digest chooses', () => {
  expect(isStale(file), 'The file is of an earlier version: run `npm run results`.').toBe(false);
  const beforehand = judgedOf(outline, file);
  const cheap = outline.rows.flatMap(({ posting }, row) =>
    CHEAP.includes(outline.postings[posting]?.posting ?? '') &&
    outline.lines.some((line, number) => line.row === row && beforehand.has(number))
      ? [row]
      : [],
  );
  const keyOf = (row: number) => nameOf(`${file.identity} ${row}`);
  const chosen = cheap.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, HANDFUL);
  expect(chosen).toHaveLength(HANDFUL);
  const of = outline.lines.filter(({ row }) => chosen.includes(row));
  const runs = new Set(of.flatMap((line) => line.runs));
  const here = new Map([...runs].flatMap(compute).map((line) => [line.line, line]));
  let compared = 0;
  outline.lines.forEach((line, number) => {
    const [before, now] = [beforehand.get(number), here.get(number)];
    if (before && chosen.includes(line.row)) {
      const name = `${outline.rows[line.row]?.row}, ${line.metric}`;
      expect(now && agrees(before, now), `${name}: ${JSON.stringify([before, now])}`).toBe(true);
      compared += 1;
    }
  });
  expect(compared).toBeGreaterThan(HANDFUL);
}, 60_000);
