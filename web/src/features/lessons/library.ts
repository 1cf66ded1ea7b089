/**
 * Lessons: what is in one, those that come with the app, the scenarios that their steps name, and what their measures come to and
 * say of a quiz.
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
  hurt: 'What hurt',
  patch: 'What the patch does',
  see: 'See it',
  try: 'Try it',
  cost: 'What it costs',
} as const;

/** Which part a step belongs to. */
type Part = keyof typeof PARTS;

/** Counters or gauges added up; if wanted, less others, and divided by others. */
export interface Measure {
  label: string;
  of: FigureName[];
  minus?: FigureName[];
  per?: FigureName[];
  /** A quotient as a share, or bytes as MiB. */
  as?: 'percent' | 'MiB';
  zone?: string;
}

/** How a lane is set otherwise than in the gallery. */
export interface LaneChoice {
  kernel: string;
  mechanisms?: Record<string, boolean>;
}

/** A scenario of the gallery, with its lanes set. */
interface ScenarioChoice {
  gallery: string;
  a?: LaneChoice;
  b?: LaneChoice;
}

/** One answer to choose, right for a range of B divided by A. */
interface QuizOption {
  text: string;
  /** Right from here on; 0 if left out. */
  from?: number;
  /** Right below this; without an end if left out. */
  below?: number;
}

/** A question that is asked before the run is played. */
export interface Quiz {
  question: string;
  measure: Measure;
  /** Virtual seconds at which the lanes are compared. */
  at: number;
  options: QuizOption[];
  after: string[];
}

/** A value that a figure sets in its scenario. */
export type FieldValue = number | string | boolean | null;

/** Fields of a scenario, by their path (`vm.dirty_ratio`), and what they are set to. */
export type Fields = Record<string, FieldValue>;

/** The machine of a figure: of the gallery or its own, with fields set otherwise. */
export type FigureScenario = ({ gallery: string } | { inline: Scenario }) & {
  a?: LaneChoice;
  b?: LaneChoice;
  set?: Fields;
};

/** What a reader moves: a field along its values, or one of several choices. */
export type Move = { label: string; start?: number } & (
  { field: string; values: number[]; unit?: string } | { choices: { text: string; set: Fields }[] }
);

/** A run of a figure: which lane, and the position of each move. */
export interface RunPlace {
  lane: LaneId;
  at: number[];
}

/** A small run inside the text that the reader moves. */
export interface Figure {
  title: string;
  scenario: FigureScenario;
  moves: Move[];
  /** Lanes that are run, with their names in the legend. */
  lanes: { lane: LaneId; name: string }[];
  /** Over virtual time, or at the end of the run for each value of the first move. */
  draw: 'time' | 'value';
  /** The first is the headline. */
  measures: Measure[];
  /** Where the run ends, virtual seconds. */
  until: number;
  /** The headline is the mean from here to the end, virtual seconds; the value at the end where it is left out. */
  mean_from?: number;
  /** Asked before the first run. */
  question: string;
  options: QuizOption[];
  /** Two runs; the headline of the first, divided by that of the second, decides which option is right. */
  compare: [RunPlace, RunPlace];
  answer: string[];
  /** Figures of the engine in `answer`: the tests compute each. */
  numbers?: (RunPlace & { is: string; measure?: number })[];
}

/** A published figure beside the engine's. */
export interface PublishedRow {
  what: string;
  lane: LaneId;
  published: string;
  engine: string;
  /** Left out: the virtual time at which the workload is done. */
  measure?: Measure;
  /** Virtual seconds at which it is read; a workload that ends earlier is read at its end. */
  at: number;
}

/** One page of a lesson. */
export interface Step {
  part: Part;
  title: string;
  text: string[];
  scenario?: ScenarioChoice;
  moment?: Moment;
  /** Virtual seconds a second at which it goes on from the moment. */
  play?: number;
  switch?: { lane: LaneId; mechanism: string; on: boolean };
  point?: Point;
  watch?: Measure[];
  quiz?: Quiz;
  figure?: Figure;
  published?: PublishedRow[];
  results?: { posting: string; table: string };
}

/** A lesson: step by step beside the Lab (1), or an article with figures (2). */
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

/** Their order in the list: that of the postings, and the easiest first. */
const ORDER = ['weiner-2011', 'gorman-2011', 'kim-2014', 'hansen-2013', 'gorman-2010'];

function rank({ id }: Lesson): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}

/** All of them; those that nobody has put in order come last. */
export const lessons: readonly Lesson[] = Object.entries(files)
  .filter(([path]) => !path.endsWith('.schema.json'))
  .map(([, lesson]) => lesson)
  .sort((x, y) => rank(x) - rank(y) || x.title.localeCompare(y.title));

/** The scenario that a step names; null if the gallery has none of that name. */
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

/** The scenario in force at a step: its own, or that of the last step before it that names one. */
export function choiceAt({ steps }: Lesson, position: number): ScenarioChoice | null {
  return steps.slice(0, position + 1).findLast(({ scenario }) => scenario)?.scenario ?? null;
}

/** What is read of a lane. */
export interface Sampled {
  index: SampleIndex;
  /** The newest sample. */
  now: Float64Array;
}

/** The measure of a lane now; NaN where there is nothing to divide by, or the machine has no such figure of the zone. */
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

/** As people read it: whole numbers for counts, four digits for quotients. */
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

/** B divided by A: 1 where neither has any, without an end where only B has; NaN where a measure is missing. */
export function ratioOf(a: number, b: number): number {
  return a === b ? 1 : b / a;
}

/** What a quiz came to. */
export interface Answer {
  /** Position of the option that was chosen, and of the one that the run proved right; -1 if none. */
  chosen: number;
  right: number;
  a: number;
  b: number;
  /** Virtual time of the comparison, seconds. */
  seconds: number;
}

/** Position of the option that is right for the figures of both lanes; -1 if they cannot be compared. */
export function rightOption({ options }: Quiz, a: number, b: number): number {
  return rightOf(options, ratioOf(a, b));
}

/** Position of the option that is right for a ratio; -1 if there is no ratio. */
export function rightOf(options: readonly QuizOption[], ratio: number): number {
  return options.findIndex(({ from = 0, below = Infinity }) => {
    return ratio >= from && (ratio < below || below === Infinity);
  });
}

/** What is wrong with the ranges of options, in a sentence; null if each ratio has exactly one. */
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
      return `“${text}” can never be right: its range ends where it begins`;
    }
    reached = below;
  }
  return reached === Infinity ? null : `No option is right for a ratio of ${reached} and more`;
}
