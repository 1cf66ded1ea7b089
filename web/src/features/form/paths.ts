/**
 * Places in a JSON document, with the engine's names (`machine.zones[0].present_pages`), and their positions in its
 * text.
 */

/** Keys and indexes from the outermost inwards. */
export type Path = readonly (string | number)[];

/** Returns the name of a place. */
export function nameOf(path: Path): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`,
    '',
  );
}

/** Parses the name of a place; null for `document` and for invalid names. */
export function pathOf(name: string): Path | null {
  if (name === 'document' || !/^[^.[\]`]+(?:\.[^.[\]`]+|\[\d+\])*$/.test(name)) {
    return null;
  }
  return [...name.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

/** Whether a value is an object with fields. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a place; undefined if there is none. */
export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof key === 'number') {
      return Array.isArray(value) ? (value as unknown[])[key] : undefined;
    }
    return isGroup(value) ? value[key] : undefined;
  }, document);
}

/**
 * Returns the document with another value at a place; undefined removes the field. All other parts stay as they are.
 */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    return value;
  }
  if (typeof key === 'number') {
    const list = Array.isArray(document) ? [...(document as unknown[])] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const group = { ...(isGroup(document) ? document : {}) };
  const inside = withValue(group[key], rest, value);
  if (inside === undefined) {
    delete group[key];
  } else {
    group[key] = inside;
  }
  return group;
}

/** A range of characters. */
export interface TextSpan {
  from: number;
  to: number;
}

/**
 * Returns the position of the value at a path, or of the innermost existing group around it. If the text cannot be
 * parsed that far, the position of the innermost group that was reached.
 */
export function locate(text: string, path: Path): TextSpan | null {
  const reader = new Reader(text);
  reader.find(path);
  return reader.found;
}

/** Returns the position of the line and column (counted from 1) in an error message; null if it has none. */
export function lineIn(text: string, sentence: string): TextSpan | null {
  const [, line, column] = /at line (\d+), column (\d+)/.exec(sentence) ?? [];
  if (line === undefined || column === undefined) {
    return null;
  }
  const before = text.split('\n').slice(0, Number(line) - 1);
  const begin = before.reduce((sum, each) => sum + each.length + 1, 0);
  const at = Math.min(text.length, begin + Math.max(0, Number(column) - 1));
  return { from: at, to: Math.min(text.length, at + 1) };
}

class Reader {
  found: TextSpan | null = null;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a value. `path` is null if the value is not on the path that is searched for. */
  find(path: Path | null): boolean {
    this.#space();
    const from = this.#at;
    // Record the position before the value is read, so that an error inside the value leads to this position.
    if (path) {
      this.found = { from, to: from + 1 };
    }
    const whole = this.#value(path);
    if (path?.length === 0) {
      this.found = { from, to: this.#at };
    }
    return whole;
  }

  #value(path: Path | null): boolean {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#items('}', () => {
          const key = this.#string();
          this.#space();
          this.#at += 1;
          return this.find(path?.[0] === key ? path.slice(1) : null);
        });
      case '[': {
        let index = 0;
        return this.#items(']', () => {
          const inside = path?.[0] === index ? path.slice(1) : null;
          index += 1;
          return this.find(inside);
        });
      }
      case '"':
        return this.#string() !== null;
      default: {
        const word = /^[^\s,\]}]+/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0] ?? '';
        this.#at += word.length;
        return word !== '';
      }
    }
  }

  #items(end: string, read: () => boolean): boolean {
    this.#at += 1;
    for (;;) {
      this.#space();
      const next = this.#text[this.#at];
      if (next === end) {
        this.#at += 1;
        return true;
      }
      if (next === ',') {
        this.#at += 1;
      } else if (next === undefined || !read()) {
        return false;
      }
    }
  }

  #string(): string | null {
    const string = /^"(?:[^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at))?.[0];
    if (string === undefined) {
      return null;
    }
    this.#at += string.length;
    try {
      return JSON.parse(string) as string;
    } catch {
      return string;
    }
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
    }
  }
}
