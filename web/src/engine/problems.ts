/**
 * What can be wrong: reads what the engine says of it, and notices that a worker has stopped to speak, as no browser tells
 * a page that one of its workers was killed.
 */
import type { CheckResult, Problem } from './types.ts';

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    'problem' in value &&
    typeof value.problem === 'string'
  );
}

/** The problems in an error that the engine threw; its message itself where it is not a list of them. */
export function problemsOf(error: unknown): Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const parsed: unknown = JSON.parse(message);
    const list: unknown =
      typeof parsed === 'object' && parsed !== null && 'problems' in parsed
        ? parsed.problems
        : parsed;
    if (Array.isArray(list) && list.length > 0 && list.every(isProblem)) {
      return list;
    }
  } catch {
    // Not JSON: the message is the sentence.
  }
  return [{ field: '', problem: message, fix: '' }];
}

/** Whether the engine met a fault of its own: nothing can be asked of that instance any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

/** What a check says of a document, also where it says so by throwing. */
export function checked(check: (json: string) => CheckResult, json: string): CheckResult {
  try {
    return check(json);
  } catch (error) {
    if (isTrap(error)) {
      throw error;
    }
    return { problems: problemsOf(error) };
  }
}

/** One sentence or two that a person can act on. */
export function sentenceOf({ field, problem, fix }: Problem): string {
  const stop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
  const named = field === '' || problem.includes(field) ? problem : `${field}: ${problem}`;
  return fix === '' ? stop(named) : `${stop(named)} ${stop(fix)}`;
}

/** Wall time between two looks. */
const LOOK_MS = 1000;

/**
 * Looks without a word after which a worker counts as silent. They are counted, not timed: while a computer sleeps, or
 * a tab lies hidden, nobody looks and nobody speaks.
 */
export const SILENT_LOOKS = 10;

/** Watches one worker. */
export class Silence {
  readonly #tell: () => void;
  readonly #isOver: () => boolean;
  #timer: ReturnType<typeof setInterval> | null = null;
  #looks = 0;

  /** `tell` is called once for each silence; `isOver` is asked at each look whether anything is still to be heard. */
  constructor(tell: () => void, isOver: () => boolean = () => false) {
    this.#tell = tell;
    this.#isOver = isOver;
  }

  /** From now on something should be heard. */
  expect(): void {
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
  }

  /** It has spoken; true if it was silent before. */
  heard(): boolean {
    const silent = this.#looks >= SILENT_LOOKS;
    this.#looks = 0;
    return silent;
  }

  /** Nothing more is to be heard. */
  end(): void {
    clearInterval(this.#timer ?? undefined);
    this.#timer = null;
    this.#looks = 0;
  }

  #look(): void {
    if (this.#isOver()) {
      this.end();
      return;
    }
    this.#looks += 1;
    if (this.#looks === SILENT_LOOKS) {
      this.#tell();
    }
  }
}
