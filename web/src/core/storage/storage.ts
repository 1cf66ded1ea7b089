/** This browser's storage. It may be disabled, full or damaged; the page must work in each case. */
import { useTroubles } from './first-load.ts';

/** The methods of a browser's storage that the page uses. */
export type KeepStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const told = new Set<string>();

/** Reports a problem once per kind. */
export function tellOnce(kind: string, sentence: string): void {
  if (!told.has(kind)) {
    told.add(kind);
    useTroubles.setState(({ troubles }) => ({ troubles: [...troubles, sentence] }));
  }
}

/** Forgets which problems were reported; for tests. */
export function forgetTroubles(): void {
  told.clear();
  useTroubles.setState({ troubles: [] });
}

/** The storage that persists in this browser; null if it is disabled. */
export function lastingStorage(): KeepStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The storage of this tab; null if it is disabled. */
export function tabStorage(): KeepStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** One stored value. */
export class Kept<T> {
  readonly #storage: KeepStorage | null;
  readonly #key: string;
  readonly #what: string;
  readonly #isSound: (value: unknown) => value is T;

  /** `what` names the value in messages: “The last session”. */
  constructor(
    storage: KeepStorage | null,
    key: string,
    what: string,
    isSound: (value: unknown) => value is T,
  ) {
    this.#storage = storage;
    this.#key = key;
    this.#what = what;
    this.#isSound = isSound;
  }

  /** Reads the value; null if there is none. A damaged value is moved to another key, and reported. */
  read(): T | null {
    let text: string | null = null;
    try {
      text = this.#storage?.getItem(this.#key) ?? null;
    } catch {
      this.#tellForbidden();
    }
    if (text === null) {
      return null;
    }
    try {
      const value: unknown = JSON.parse(text);
      if (this.#isSound(value)) {
        return value;
      }
    } catch {
      // The text is not JSON: treat it like any other invalid value.
    }
    this.setAside(text);
    return null;
  }

  /** Moves a damaged text to another key. */
  setAside(text: string): void {
    const aside = `${this.#key}.damaged`;
    try {
      this.#storage?.setItem(aside, text);
      this.#storage?.removeItem(this.#key);
      tellOnce(
        aside,
        `${this.#what} could not be read. It was moved to “${aside}” in this browser's storage.`,
      );
    } catch {
      tellOnce(aside, `${this.#what} could not be read or moved. It was left unchanged.`);
    }
  }

  /** Stores a value; returns false if that fails. */
  write(value: T): boolean {
    if (this.#storage === null) {
      this.#tellForbidden();
      return false;
    }
    try {
      this.#storage.setItem(this.#key, JSON.stringify(value));
      return true;
    } catch {
      tellOnce(
        'full',
        `${this.#what} could not be saved: this browser's storage is full or blocked. Links and files still work.`,
      );
      return false;
    }
  }

  #tellForbidden(): void {
    tellOnce(
      'forbidden',
      'This browser blocks storage for this page, so your work is lost when you close it. Links and files still work.',
    );
  }
}
