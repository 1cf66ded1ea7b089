/** Reads what the engine says is wrong. */
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
