/**
 * Parses the problems that the engine reports, and detects workers that have stopped responding, because no browser
 * tells a page that one of its workers was killed.
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

/**
 * Returns the problems in an error that the engine threw; if it contains no list of problems, its message as the only
 * problem.
 */
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
    // Not JSON: the message is plain text.
  }
  return [{ field: '', problem: message, fix: '' }];
}

/** Whether the engine has trapped: that instance cannot be used any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

/** Returns the result of a check, including problems that it throws. */
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

/** Formats a problem and its fix as one or two sentences. */
export function sentenceOf({ field, problem, fix }: Problem): string {
  const stop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
  const named = field === '' || problem.includes(field) ? problem : `${field}: ${problem}`;
  return fix === '' ? stop(named) : `${stop(named)} ${stop(fix)}`;
}

/** Wall time between two checks for silence. */
const LOOK_MS = 1000;

/**
 * Number of checks without a message after which a worker counts as silent. Checks are counted rather than time,
 * because neither checks nor messages happen while a computer sleeps or a tab is hidden.
 */
export const SILENT_LOOKS = 10;

/** Detects the silence of one worker. */
export class Silence {
  readonly #tell: () => void;
  readonly #isOver: () => boolean;
  #timer: ReturnType<typeof setInterval> | null = null;
  #looks = 0;

  /**
   * `tell` is called once per silence; `isOver` is called at each check, and returns true if no message is expected.
   */
  constructor(tell: () => void, isOver: () => boolean = () => false) {
    this.#tell = tell;
    this.#isOver = isOver;
  }

  /** Starts to expect a message. */
  expect(): void {
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
  }

  /** Records a message; returns true if the worker was silent before. */
  heard(): boolean {
    const silent = this.#looks >= SILENT_LOOKS;
    this.#looks = 0;
    return silent;
  }

  /** Stops expecting messages. */
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
