/** Checks whether a document is a lesson, and describes its problems if not. */
import { Validator, type Schema } from '@cfworker/json-schema';

import schema from '../../../../public/lessons/lesson.schema.json';
import { gallery } from '../../core/gallery/documents.ts';
import { LANES, mechanismsOn } from '../../core/lab/lanes.ts';
import { fits } from '../../core/lab/requirements.ts';
import { sentenceOf } from '../../engine/problems.ts';
import type { Problem, WholeCatalogue } from '../../engine/types.ts';
import { positionsOf, variationOf } from './figure/figure.tsx';
import {
  type Figure,
  type LaneChoice,
  type Lesson,
  type Measure,
  type RunPlace,
  type Step,
  rangeProblem,
} from './library.ts';

export type Checked = { lesson: Lesson } | { problems: Problem[] };

/** Maximum number of problems shown: one mistake can cause several schema errors. */
const SHOWN = 6;

const validator = new Validator(schema as unknown as Schema, '2020-12', false);

/** Reads a lesson from the text of a file. */
export function readLesson(text: string, catalogue: WholeCatalogue): Checked {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problems: [problem('', `This is not a JSON document: ${why}`, 'Fix the JSON')] };
  }
  return checkLesson(document, catalogue);
}

/** Checks a document against the schema, and every name in it against the names in the engine and the gallery. */
export function checkLesson(document: unknown, catalogue: WholeCatalogue): Checked {
  const { valid, errors } = validator.validate(document);
  if (!valid) {
    // The innermost errors name the problem; the errors around them only say that a part is invalid.
    const inner = errors.filter(({ keyword }) => !AROUND.has(keyword));
    const said = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) =>
      problem(fieldOf(instanceLocation), error.replace(/\.$/, ''), FIX),
    );
    return { problems: distinct(said) };
  }
  const lesson = document as Lesson;
  const newer = lesson.version === 1 && lesson.steps.some((step) => step.figure ?? step.published);
  if (newer) {
    return {
      problems: [
        problem(
          'version',
          'A lesson of version 1 cannot have figures or published values',
          'Set version to 2',
        ),
      ],
    };
  }
  const problems = lesson.steps.flatMap((step, index) =>
    stepProblems(step, catalogue).map((found) => ({
      ...found,
      field: `steps.${index + 1}.${found.field}`,
    })),
  );
  return problems.length > 0 ? { problems: distinct(problems) } : { lesson };
}

const AROUND = new Set([
  '$ref',
  'properties',
  'items',
  'oneOf',
  'anyOf',
  'additionalProperties',
  'propertyNames',
]);
const FIX = 'See lesson.schema.json for the allowed values';

function problem(field: string, what: string, fix: string): Problem {
  return { field, problem: what, fix };
}

/** Converts `#/steps/0/text` to `steps.1.text`: people count from one. */
function fieldOf(location: string): string {
  return location
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join('.');
}

function distinct(problems: readonly Problem[]): Problem[] {
  const sentences = new Map(problems.map((found) => [sentenceOf(found), found]));
  return [...sentences.values()].slice(0, SHOWN);
}

/** Returns the problems of a step: unknown names, and errors in its ranges and its figure. */
function stepProblems(step: Step, catalogue: WholeCatalogue): Problem[] {
  const { presets, mechanisms, counters, gauges } = catalogue;
  const problems: Problem[] = [];
  const known = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id));
  const kernels = known(presets);
  const switches = known(mechanisms);
  const names = new Set([...counters, ...gauges].map(({ name }) => name));
  const demand = (there: boolean, field: string, what: string, fix: string) => {
    if (!there) {
      problems.push(problem(field, what, fix));
    }
  };
  const mechanism = (id: string, field: string) =>
    demand(
      switches.has(id),
      field,
      `There is no mechanism “${id}”`,
      'Use a mechanism id of the engine',
    );
  const measure = ({ of, minus = [], per = [] }: Measure, field: string) => {
    for (const name of [...of, ...minus, ...per]) {
      demand(
        names.has(name),
        field,
        `There is no counter “${name}”`,
        'Press V in the Lab to see all names',
      );
    }
  };
  const laneChoice = (choice: LaneChoice | undefined, field: string) => {
    if (choice) {
      const { kernel } = choice;
      const what = `There is no kernel “${kernel}”`;
      demand(kernels.has(kernel), `${field}.kernel`, what, 'Use a kernel id of the engine');
      const switched = choice.mechanisms ?? {};
      Object.keys(switched).forEach((id) => mechanism(id, `${field}.mechanisms`));
      const on = mechanismsOn(catalogue, { kernel, mechanisms: switched, interventions: [] }, 0);
      const together = 'These mechanisms cannot be on together, or one of them requires another';
      const fix = 'Switch on what they require, and switch off what they exclude';
      demand(fits(catalogue, on), `${field}.mechanisms`, together, fix);
    }
  };
  if (step.scenario) {
    const { gallery: id } = step.scenario;
    const there = gallery.some((item) => item.id === id);
    demand(
      there,
      'scenario.gallery',
      `There is no scenario “${id}”`,
      'Use the id of a scenario in the gallery',
    );
    LANES.forEach((lane) => laneChoice(step.scenario?.[lane], `scenario.${lane}`));
  }
  if (step.switch) {
    mechanism(step.switch.mechanism, 'switch.mechanism');
  }
  if (step.point && 'mechanism' in step.point) {
    mechanism(step.point.mechanism, 'point.mechanism');
  }
  step.watch?.forEach((watched) => measure(watched, 'watch'));
  step.published?.forEach((row) => row.measure && measure(row.measure, 'published'));
  if (step.figure) {
    const { figure } = step;
    figure.measures.forEach((drawn) => measure(drawn, 'figure.measures'));
    LANES.forEach((lane) => laneChoice(figure.scenario[lane], `figure.scenario.${lane}`));
    const range = rangeProblem(figure.options);
    demand(
      range === null,
      'figure.options',
      range ?? '',
      'Start each range where the previous one ends',
    );
    const found = figureProblem(figure);
    if (found) {
      problems.push({ ...found, field: `figure.${found.field}` });
    }
  }
  if (step.quiz) {
    measure(step.quiz.measure, 'quiz.measure');
    const range = rangeProblem(step.quiz.options);
    demand(
      range === null,
      'quiz.options',
      range ?? '',
      'Start each range where the previous one ends',
    );
  }
  return problems;
}

/** Returns the first problem of a figure; null if there is none. Its scenarios are only checked when they run. */
function figureProblem(figure: Figure): Problem | null {
  const { moves, lanes, measures, compare, numbers = [], scenario } = figure;
  if (variationOf(figure, []) === null) {
    const id = 'gallery' in scenario ? scenario.gallery : '';
    const what = `There is no scenario “${id}”`;
    return {
      field: 'scenario.gallery',
      problem: what,
      fix: 'Use the id of a scenario in the gallery',
    };
  }
  if (lanes.length > 1 && (measures.length > 1 || lanes[0]?.lane === lanes[1]?.lane)) {
    const what = 'A figure with two lanes can have only one measure, and the lanes must be A and B';
    return { field: 'lanes', problem: what, fix: 'Use one lane, or one measure for A and B' };
  }
  const { mean_from: from = 0, until } = figure;
  if (from >= until) {
    const what = 'The mean begins after the end of the run';
    return { field: 'mean_from', problem: what, fix: 'Use a time before until' };
  }
  const late = moves.findIndex((move) => (move.start ?? 0) >= positionsOf(move).length);
  if (late >= 0) {
    const what = 'This move has no such position';
    return {
      field: `moves.${late + 1}.start`,
      problem: what,
      fix: 'Use a smaller number; the first position is 0',
    };
  }
  const there = ({ at }: RunPlace) =>
    at.length === moves.length &&
    moves.every((move, index) => (at[index] ?? 0) < positionsOf(move).length);
  const drawn = numbers.every(({ measure = 0 }) => measure < measures.length);
  if (!compare.every(there) || !numbers.every(there) || !drawn) {
    const what = 'A run names a position or a measure that the figure does not have';
    return {
      field: 'compare',
      problem: what,
      fix: 'Give one existing position for each move; the first is 0',
    };
  }
  return null;
}
