/** A lesson as its file has it; public/lessons/lesson.schema.json says the same. */
import type { LaneId } from '../../core/lab/lanes.ts';
import type { Moment } from '../../core/lab/moment.ts';
import type { FigureName } from '../../engine/types.ts';
import type { Point } from '../../widgets/pointing/targets.ts';

/** The parts of a lesson, in their usual order. */
export const PARTS = {
  hurt: 'What hurt',
  patch: 'What the patch does',
  see: 'See it',
  try: 'Try it',
  cost: 'What it costs',
} as const;

/** Which part a step belongs to. */
export type Part = keyof typeof PARTS;

/** Counters or gauges added up; if wanted, less others, and divided by others. */
export interface Measure {
  label: string;
  of: FigureName[];
  minus?: FigureName[];
  per?: FigureName[];
  /** How a quotient is shown. */
  as?: 'percent';
  zone?: string;
}

/** How a lane is set otherwise than in the gallery. */
export interface LaneChoice {
  kernel: string;
  mechanisms?: Record<string, boolean>;
}

/** A scenario of the gallery, with its lanes set. */
export interface ScenarioChoice {
  gallery: string;
  a?: LaneChoice;
  b?: LaneChoice;
}

/** One answer to choose, right for a range of B divided by A. */
export interface QuizOption {
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
  results?: { posting: string; table: string };
}

/** A lesson. */
export interface Lesson {
  version: 1;
  id: string;
  title: string;
  by: string;
  summary: string;
  minutes: number;
  steps: Step[];
}
