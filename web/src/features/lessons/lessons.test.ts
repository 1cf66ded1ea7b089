// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { SampleIndex } from '../../core/figures/history.ts';
import { laneDocument, LANES, type LaneId } from '../../core/lab/lanes.ts';
import { instantiate } from '../../engine/instance.ts';
import * as bindings from '../../engine/pkg/reclaim.js';
import type { Description, Mark, Machine } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { checkLesson } from './check.ts';
import { choiceAt, lessons, scenarioOf } from './library.ts';
import { measureOf, rightOption, type Sampled } from './measure.ts';
import { PARTS, type Lesson } from './types.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const module = new WebAssembly.Module(
  readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm')),
);
const engine = instantiate(bindings, module);

interface Published {
  posting: string;
  rows: { table: string }[];
}

/** A machine of a lane in the scenario that is in force at a step. */
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

const known = new Map<string, Sampled>();

/** What a lane comes to at a time; questions about one moment of one run share it. */
function sampledAt(lesson: Lesson, step: number, lane: LaneId, seconds: number): Sampled {
  const key = JSON.stringify([choiceAt(lesson, step), lane, seconds]);
  const sampled = known.get(key) ?? freshSampleAt(lesson, step, lane, seconds);
  known.set(key, sampled);
  return sampled;
}

function freshSampleAt(lesson: Lesson, step: number, lane: LaneId, seconds: number): Sampled {
  const machine = machineAt(lesson, step, lane);
  runTo(machine, seconds * 1e9);
  const { sample } = JSON.parse(machine.describe()) as Description;
  const sampled = { index: new SampleIndex(sample), now: machine.sample() };
  machine.free();
  return sampled;
}

test('there is a lesson for each of the five postings, in all five parts', () => {
  expect(lessons.map(({ id }) => id).sort()).toEqual([
    'gorman-2010',
    'gorman-2011',
    'hansen-2013',
    'kim-2014',
    'weiner-2011',
  ]);
  for (const { steps } of lessons) {
    expect(new Set(steps.map(({ part }) => part))).toEqual(new Set(Object.keys(PARTS)));
  }
});

describe.each(lessons)('$id', (lesson) => {
  test('is what the schema says, and names what the engine and the gallery have', () => {
    expect(checkLesson(lesson, wholeCatalogue)).toEqual({ lesson });
  });

  test('has its scenario from the first step on', () => {
    expect(choiceAt(lesson, 0)).not.toBeNull();
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

  test('asks questions that its run answers, about marks that its run has', () => {
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
        // A question about nothing at all would be no question.
        expect(Math.max(a, b)).toBeGreaterThan(0);
        expect(rightOption(quiz, a, b)).toBeGreaterThanOrEqual(0);
      }
    });
  }, 120_000);
});
