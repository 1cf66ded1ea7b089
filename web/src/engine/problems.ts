/** Reads what the engine says is wrong. */
import type { Problem } from './types.ts';

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
  return [{ field: '', problem: message, mend: '' }];
}

/** One sentence or two that a person can act on. */
export function sentenceOf({ field, problem, mend }: Problem): string {
  const stop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
  const named = field === '' || problem.includes(field) ? problem : `${field}: ${problem}`;
  return mend === '' ? stop(named) : `${stop(named)} ${stop(mend)}`;
}
