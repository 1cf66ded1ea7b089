import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { SampleIndex } from '../../core/figures/history.ts';
import { laneDocument, LANES, type LaneId } from '../../core/lab/lanes.ts';
import { formatSeconds } from '../../base/format.ts';
import { documentsOf } from '../../engine/documents.ts';
import { runFigure } from '../../engine/figure-run.ts';
import * as documentBindings from '../../engine/pkg/documents.js';
import { testEngine } from '../../engine/testing.ts';
import type { Description, Mark, Machine } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { checkLesson } from './check.ts';
import { POINTS, headlineIn, positionsOf, variationOf } from './figure/figure.tsx';
import {
  choiceAt,
  lessons,
  scenarioOf,
  type Figure,
  type Lesson,
  type Measure,
  type RunPlace,
  formatMeasure,
  measureOf,
  ratioOf,
  rightOf,
  rightOption,
  type Sampled,
} from './library.ts';

const root = join(import.meta.dirname, '../../../..');
const engine = testEngine();
documentBindings.initSync({
  module: new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/documents_bg.wasm'))),
});
const documents = documentsOf(documentBindings);

interface Published {
  posting: string;
  rows: { table: string }[];
}

/** Returns a machine for a lane in the scenario that applies at a step. */
function machineAt(lesson: Lesson, step: number, lane: LaneId): Machine {
  const choice = choiceAt(lesson, step);
  const scenario = choice && scenarioOf(choice);
  if (!scenario) {
    throw new Error(`Step ${step + 1} of ${lesson.id} has no scenario`);
  }
  return engine.newMachine(laneDocument(scenario, lane));
}

function runTo(machine: Machine, ns: number): void {
  while (machine.now_ns() < ns && !machine.finished()) {
    machine.run(ns, 1_000_000);
  }
}

/** A sample, and the virtual time of the run as text. */
type Ended = Sampled & { endText: string };

const known = new Map<string, Ended>();

/** Returns the sample of a lane at a time, cached for questions about the same time of the same run. */
function sampledAt(lesson: Lesson, step: number, lane: LaneId, seconds: number): Ended {
  const key = JSON.stringify([choiceAt(lesson, step), lane, seconds]);
  const sampled = known.get(key) ?? freshSampleAt(lesson, step, lane, seconds);
  known.set(key, sampled);
  return sampled;
}

function freshSampleAt(lesson: Lesson, step: number, lane: LaneId, seconds: number): Ended {
  const machine = machineAt(lesson, step, lane);
  runTo(machine, seconds * 1e9);
  const { sample } = JSON.parse(machine.describe()) as Description;
  const endText = formatSeconds(machine.now_ns());
  const sampled = { index: new SampleIndex(sample), now: machine.sample(), endText };
  machine.free();
  return sampled;
}

test('there is an article for each of the five postings', () => {
  expect(lessons.map(({ id }) => id).sort()).toEqual([
    'gorman-2010',
    'gorman-2011',
    'hansen-2013',
    'kim-2014',
    'weiner-2011',
  ]);
  expect(lessons.map(({ version }) => version)).toEqual([2, 2, 2, 2, 2]);
});

describe.each(lessons)('$id', (lesson) => {
  test('is what the schema says, and names what the engine and the gallery have', () => {
    expect(checkLesson(lesson, wholeCatalogue)).toEqual({ lesson });
  });

  test('names tables that the Results page has', () => {
    for (const { results } of lesson.steps) {
      if (results) {
        const path = join(root, `public/published/${results.posting}.json`);
        const { rows } = JSON.parse(readFileSync(path, 'utf8')) as Published;
        expect(rows.map(({ table }) => table)).toContain(results.table);
      }
    }
  });

  test('has its marks, and its quizzes have answers', () => {
    lesson.steps.forEach(({ quiz, moment }, step) => {
      if (moment && 'mark' in moment) {
        const machine = machineAt(lesson, step, moment.lane);
        runTo(machine, moment.within_seconds * 1e9);
        const marks = JSON.parse(machine.marks()) as Mark[];
        expect(marks.map(({ name }) => name)).toContain(moment.mark);
        machine.free();
      }
      if (quiz) {
        const values = LANES.map((lane) => {
          return measureOf(quiz.measure, sampledAt(lesson, step, lane, quiz.at));
        });
        const [a = Number.NaN, b = Number.NaN] = values;
        // A question about zeros would be meaningless.
        expect(Math.max(a, b)).toBeGreaterThan(0);
        expect(rightOption(quiz, a, b)).toBeGreaterThanOrEqual(0);
      }
    });
  }, 120_000);

  test('gives the figures of the engine as the engine computes them', () => {
    lesson.steps.forEach(({ published = [] }, step) => {
      const computed = published.map(({ lane, at, measure }) => {
        const sampled = sampledAt(lesson, step, lane, at);
        return measure ? formatMeasure(measure, measureOf(measure, sampled)) : sampled.endText;
      });
      expect(computed).toEqual(published.map(({ engine: told }) => told));
    });
  }, 120_000);

  test('has three figures or more, and ends with what was published', () => {
    const figures = lesson.steps.filter(({ figure }) => figure);
    expect(figures.length).toBeGreaterThanOrEqual(3);
    expect(lesson.steps.at(-1)?.published).toBeDefined();
  });
});

const figures = lessons.flatMap(({ id, steps }) =>
  steps.flatMap(({ figure }) => (figure ? [{ id, title: figure.title, figure }] : [])),
);

describe.each(figures)('$id: $title', ({ figure }) => {
  test('can be run wherever its moves stand', () => {
    const counts = figure.moves.map((move) => positionsOf(move).length);
    for (const at of combinations(counts)) {
      const text = JSON.stringify(variationOf(figure, at));
      expect(documents.check(text).problems).toBeUndefined();
    }
  });

  test('has an answer, and the figures that the answer names', () => {
    const [first] = figure.measures;
    const [value, other] = figure.compare.map((place) => first && headline(figure, place, first));
    const right = rightOf(figure.options, ratioOf(other ?? Number.NaN, value ?? Number.NaN));
    expect(right).toBeGreaterThanOrEqual(0);
    const named = figure.numbers ?? [];
    const computed = named.map((place) => {
      const measure = figure.measures[place.measure ?? 0];
      return measure && formatMeasure(measure, headline(figure, place, measure));
    });
    expect(computed).toEqual(named.map(({ is }) => is));
    const answer = figure.answer.join(' ');
    for (const { is } of named) {
      expect(answer).toContain(is);
    }
  }, 60_000);
});

/** Returns all combinations of positions of controls with these numbers of positions. */
function combinations(counts: readonly number[]): number[][] {
  return counts.reduce<number[][]>(
    (found, count) => found.flatMap((at) => [...Array(count).keys()].map((next) => [...at, next])),
    [[]],
  );
}

/** Returns the headline of a measure in one run of a figure. */
function headline(figure: Figure, { lane, at }: RunPlace, measure: Measure): number {
  const scenario = variationOf(figure, at);
  if (!scenario) {
    throw new Error(`“${figure.title}” has no scenario`);
  }
  const document = laneDocument(scenario, lane);
  const points = figure.mean_from === undefined ? 1 : POINTS;
  const run = runFigure(engine, { document, untilNs: figure.until * 1e9, points });
  return headlineIn(figure, run, measure);
}
