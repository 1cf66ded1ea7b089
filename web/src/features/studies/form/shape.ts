/** A draft as the form reads it: every part may be absent or wrong, and what the form does not know stays. */

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields. */
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

/** The draft of a text; null where it is no JSON, or not a study that a form could show. */
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

/** A text field of a part; empty where it has none. */
export function textOf(of: Fields, field: string): string {
  const value = of[field];
  return typeof value === 'string' ? value : '';
}

/** A number of a part; null where it has none. */
export function numberOf(of: Fields, field: string): number | null {
  const value = of[field];
  return typeof value === 'number' ? value : null;
}

/** A list of a part; empty where it has none. */
export function listOf(of: Fields, field: string): readonly unknown[] {
  const value: unknown = of[field];
  return Array.isArray(value) ? value : [];
}

/** Values as one writes them: numbers and words with commas between; as JSON where there are others. */
export function valuesText(values: readonly unknown[]): string {
  const plain = values.every((value) =>
    typeof value === 'string' ? !value.includes(',') : typeof value !== 'object',
  );
  return plain ? values.map(String).join(', ') : JSON.stringify(values);
}

/**
 * The values in a text: what is a number, true or false is that, all else is a word. In brackets it is JSON; null while
 * that is not whole.
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
      // A word such as 3.10 of a kernel would lose its last digit as a number.
      return /^-?\d+$/.test(part) || /^-?\d*\.\d*[1-9]$/.test(part) ? Number(part) : part;
    });
}

/** The words in a text: as the values in it, but a number is a word as well. */
export function wordsIn(text: string): string[] | null {
  return text.trim().startsWith('[')
    ? (valuesIn(text)?.map(String) ?? null)
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
}

/** The paths of a scenario's single values, such as `vm.dirty_ratio` and `workload[0].run.tasks`. */
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
