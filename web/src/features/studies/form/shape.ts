/** A draft as the form reads it: every part may be missing or wrong, and unknown parts are kept. */

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A draft that the form can show. */
export interface DraftStudy extends Fields {
  factors?: readonly Fields[];
  measures?: readonly string[];
  design?: Fields;
  base?: Fields;
}

/** Parses a draft; null if it is not JSON, or not a study that the form can show. */
export function draftOf(text: string): DraftStudy | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isFields(value)) {
    return null;
  }
  const { factors = [], measures = [], design = {}, base = {} } = value;
  const sound =
    Array.isArray(factors) &&
    factors.every(isFields) &&
    Array.isArray(measures) &&
    measures.every((name) => typeof name === 'string') &&
    isFields(design) &&
    isFields(base);
  return sound ? value : null;
}

/** Returns a text field of a part; empty if it has none. */
export function textOf(of: Fields, field: string): string {
  const value = of[field];
  return typeof value === 'string' ? value : '';
}

/** Returns a number of a part; null if it has none. */
export function numberOf(of: Fields, field: string): number | null {
  const value = of[field];
  return typeof value === 'number' ? value : null;
}

/** Returns a list of a part; empty if it has none. */
export function listOf(of: Fields, field: string): readonly unknown[] {
  const value: unknown = of[field];
  return Array.isArray(value) ? value : [];
}

/** Formats values as users write them: numbers and words separated by commas; as JSON if there are other values. */
export function valuesText(values: readonly unknown[]): string {
  const plain = values.every((value) =>
    typeof value === 'string' ? !value.includes(',') : typeof value !== 'object',
  );
  return plain ? values.map(String).join(', ') : JSON.stringify(values);
}

/**
 * Parses values: numbers, true and false are converted, everything else is a word. Text in brackets is parsed as JSON;
 * null while that is incomplete.
 */
export function valuesIn(text: string): unknown[] | null {
  if (text.trim().startsWith('[')) {
    try {
      const values: unknown = JSON.parse(text);
      return Array.isArray(values) ? values : null;
    } catch {
      return null;
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part === 'true' || part === 'false') {
        return part === 'true';
      }
      // As a number, a word such as the kernel 3.10 would lose its last digit.
      return /^-?\d+$/.test(part) || /^-?\d*\.\d*[1-9]$/.test(part) ? Number(part) : part;
    });
}

/** Parses words: like `valuesIn`, but numbers remain words. */
export function wordsIn(text: string): string[] | null {
  return text.trim().startsWith('[')
    ? (valuesIn(text)?.map(String) ?? null)
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
}

/** Returns the paths of a scenario's scalar values, such as `vm.dirty_ratio` and `workload[0].run.tasks`. */
export function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => pathsOf(item, `${path}[${at}]`));
  }
  if (isFields(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      pathsOf(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  return path === '' ? [] : [path];
}
