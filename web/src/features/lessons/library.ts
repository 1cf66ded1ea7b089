/**
 * Lessons: their format, the built-in ones, the scenarios of their steps, and the values of their measures with the
 * answers of a quiz.
 */
import { formatCount, formatMebibytes, formatTick } from '../../base/format.ts';
import type { SampleIndex } from '../../core/figures/history.ts';
import { gallery } from '../../core/gallery/documents.ts';
import { LANES, withLane, type LaneId } from '../../core/lab/lanes.ts';
import type { Moment } from '../../core/lab/moment.ts';
import type { FigureName, Scenario } from '../../engine/types.ts';
import type { Point } from '../../widgets/pointing.tsx';

/** The parts of a lesson, in their usual order. */
export const PARTS = {
  hurt: 'The problem',
  patch: 'The patch',
  see: 'See it',
  try: 'Try it',
  cost: 'Cost and comparison',
} as const;

/** The part to which a step belongs. */
type Part = keyof typeof PARTS;

/** The sum of some counters or gauges (`of`), optionally less others (`minus`), and divided by others (`per`). */
export interface Measure {
  label: string;
  of: FigureName[];
  minus?: FigureName[];
  per?: FigureName[];
  /** Shows a quotient as a percentage, or bytes as MiB. */
  as?: 'percent' | 'MiB';
  zone?: string;
}

/** The setting of a lane in place of the one in the gallery: a kernel, and the mechanisms that differ from it. */
export interface LaneChoice {
  kernel: string;
  mechanisms?: Record<string, boolean>;
}

/** A scenario of the gallery, with changed lanes. */
interface ScenarioChoice {
  gallery: string;
  a?: LaneChoice;
  b?: LaneChoice;
}

/** An option of a quiz. It is right if the ratio B / A is in its range. */
interface QuizOption {
  text: string;
  /** Start of the range, inclusive; 0 by default. */
  from?: number;
  /** End of the range, exclusive; unlimited by default. */
  below?: number;
}

/** A question asked before the run plays. */
export interface Quiz {
  question: string;
  measure: Measure;
  /** Virtual time at which the lanes are compared, seconds. */
  at: number;
  options: QuizOption[];
  after: string[];
}

/** A value that a figure sets in its scenario. */
export type FieldValue = number | string | boolean | null;

/** Fields of a scenario by path (`vm.dirty_ratio`), with the values to set. */
export type Fields = Record<string, FieldValue>;

/** The machine of a figure: from the gallery or inline, with some fields set. */
export type FigureScenario = ({ gallery: string } | { inline: Scenario }) & {
  a?: LaneChoice;
  b?: LaneChoice;
  set?: Fields;
};

/** A control for the reader: a field with several values, or a choice of several settings. */
export type Move = { label: string; start?: number } & (
  { field: string; values: number[]; unit?: string } | { choices: { text: string; set: Fields }[] }
);

/** A run of a figure: the lane, and the position of each control. */
export interface RunPlace {
  lane: LaneId;
  at: number[];
}

/** A small run inside the text, with controls for the reader. */
export interface Figure {
  title: string;
  scenario: FigureScenario;
  moves: Move[];
  /** The lanes that are run, with their names in the legend. */
  lanes: { lane: LaneId; name: string }[];
  /**
   * What the chart draws. `time`: the measures against virtual time. `value`: the headlines of the measures, against
   * the positions of the first control.
   */
  draw: 'time' | 'value';
  /** The first measure is the headline. */
  measures: Measure[];
  /** Virtual time at which the run ends, seconds. */
  until: number;
  /** The headline is the mean from this virtual time to the end, seconds; by default it is the value at the end. */
  mean_from?: number;
  /** The question that is asked before the first run. */
  question: string;
  options: QuizOption[];
  /** Two runs: the ratio of the first headline to the second determines which option is right. */
  compare: [RunPlace, RunPlace];
  answer: string[];
  /** Figures of the engine that `answer` mentions; the tests compute each. */
  numbers?: (RunPlace & { is: string; measure?: number })[];
}

/** A published figure, with the engine's figure for comparison. */
export interface PublishedRow {
  what: string;
  lane: LaneId;
  published: string;
  engine: string;
  /** By default, the virtual time at which the workload ends. */
  measure?: Measure;
  /** Virtual time at which the measure is read, seconds; if the workload ends earlier, it is read at the end. */
  at: number;
}

/** One step of a lesson. */
export interface Step {
  part: Part;
  title: string;
  text: string[];
  scenario?: ScenarioChoice;
  moment?: Moment;
  /** Speed at which the run plays after it has reached the moment, virtual seconds per second. */
  play?: number;
  switch?: { lane: LaneId; mechanism: string; on: boolean };
  point?: Point;
  watch?: Measure[];
  quiz?: Quiz;
  figure?: Figure;
  published?: PublishedRow[];
  results?: { posting: string; table: string };
}

/** A lesson: steps beside the Lab (version 1), or an article with figures (version 2). */
export interface Lesson {
  version: 1 | 2;
  id: string;
  title: string;
  by: string;
  summary: string;
  minutes: number;
  steps: Step[];
}

const files = import.meta.glob<Lesson>('../../../../public/lessons/*.json', {
  eager: true,
  import: 'default',
});

/** Order of the lessons in the list, by posting: the easiest comes first. */
const ORDER = ['weiner-2011', 'gorman-2011', 'kim-2014', 'hansen-2013', 'gorman-2010'];

function rank({ id }: Lesson): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}

/** All built-in lessons; those that are not in `ORDER` come last. */
export const lessons: readonly Lesson[] = Object.entries(files)
  .filter(([path]) => !path.endsWith('.schema.json'))
  .map(([, lesson]) => lesson)
  .sort((x, y) => rank(x) - rank(y) || x.title.localeCompare(y.title));

/** Returns the lesson that follows in the list; undefined after the last one, and for a lesson from a file. */
export function lessonAfter({ id }: Lesson): Lesson | undefined {
  const at = lessons.findIndex((lesson) => lesson.id === id);
  return at < 0 ? undefined : lessons[at + 1];
}

/** Returns the scenario that a step names; null if the gallery has none with this name. */
export function scenarioOf(choice: ScenarioChoice): Scenario | null {
  const item = gallery.find(({ id }) => id === choice.gallery);
  if (!item) {
    return null;
  }
  return LANES.reduce((scenario, lane) => {
    const { kernel, mechanisms = {} } = choice[lane] ?? {};
    return kernel === undefined
      ? scenario
      : withLane(scenario, lane, { kernel, mechanisms, interventions: [] });
  }, item.scenario);
}

/** Returns the scenario that applies at a step: its own, or the scenario of the last earlier step that names one. */
export function choiceAt({ steps }: Lesson, position: number): ScenarioChoice | null {
  return steps.slice(0, position + 1).findLast(({ scenario }) => scenario)?.scenario ?? null;
}

/** The part of a lane that measures read. */
export interface Sampled {
  index: SampleIndex;
  /** The newest sample. */
  now: Float64Array;
}

/** Returns the measure of a lane now; NaN if the divisor is 0, or the machine does not have the figure for the zone. */
export function measureOf({ of, minus = [], per, zone }: Measure, { index, now }: Sampled): number {
  const figure = (name: FigureName) =>
    index.has(name, zone) ? index.value(now, name, zone) : Number.NaN;
  const sum = (names: readonly FigureName[]) =>
    names.reduce((total, name) => total + figure(name), 0);
  const part = sum(of) - sum(minus);
  if (per === undefined) {
    return part;
  }
  const whole = sum(per);
  return whole === 0 ? Number.NaN : part / whole;
}

/** Formats a measure: integers for counts, three digits for quotients, two for percentages. */
export function formatMeasure(measure: Measure, value: number): string {
  if (Number.isNaN(value)) {
    return '–';
  }
  if (measure.as === 'percent') {
    return `${formatTick(Number((value * 100).toPrecision(2)))} %`;
  }
  if (measure.as === 'MiB') {
    return formatMebibytes(value);
  }
  return measure.per === undefined || value >= 1000
    ? formatCount(value)
    : String(Number(value.toPrecision(3)));
}

/** Returns B / A: 1 if both are 0, Infinity if only A is 0, NaN if a measure is missing. */
export function ratioOf(a: number, b: number): number {
  return a === b ? 1 : b / a;
}

/** Result of a quiz. */
export interface Answer {
  /** Index of the chosen option, and of the option that the run proved right; -1 if none. */
  chosen: number;
  right: number;
  a: number;
  b: number;
  /** Virtual time of the comparison, seconds. */
  seconds: number;
}

/** Returns the index of the option that is right for the values of both lanes; -1 if they cannot be compared. */
export function rightOption({ options }: Quiz, a: number, b: number): number {
  return rightOf(options, ratioOf(a, b));
}

/** Returns the index of the option that is right for a ratio; -1 if there is no ratio. */
export function rightOf(options: readonly QuizOption[], ratio: number): number {
  return options.findIndex(({ from = 0, below = Infinity }) => {
    return ratio >= from && (ratio < below || below === Infinity);
  });
}

/** Describes an error in the ranges of options; null if each ratio has exactly one option. */
export function rangeProblem(options: readonly QuizOption[]): string | null {
  const ranges = options
    .map(({ from = 0, below = Infinity, text }) => ({ from, below, text }))
    .sort((x, y) => x.from - y.from);
  let reached = 0;
  for (const { from, below, text } of ranges) {
    if (from !== reached) {
      const what = from > reached ? 'No option is right' : 'More than one option is right';
      return `${what} for a ratio between ${Math.min(from, reached)} and ${Math.max(from, reached)}`;
    }
    if (below <= from) {
      return `“${text}” can never be right, because its range is empty`;
    }
    reached = below;
  }
  return reached === Infinity ? null : `No option is right for a ratio of ${reached} or more`;
}
