/** Finds a place of a JSON document in its text. */
import type { Path } from './paths.ts';

/** From where to where, in characters. */
export interface TextSpan {
  from: number;
  to: number;
}

/**
 * Where the value at a path stands; where there is none, the innermost group around it that is there. Null for a text
 * that cannot be read as far as that.
 */
export function locate(text: string, path: Path): TextSpan | null {
  const reader = new Reader(text);
  reader.find(path);
  return reader.found;
}

/** Where a line and a column are that a sentence tells, counted from 1; null where it tells none. */
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

  /** Reads a value; null: it is not on the way to what is looked for. */
  find(path: Path | null): boolean {
    this.#space();
    const from = this.#at;
    // Noted at once, so that a broken inside still leads here.
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
