/** This browser's storage, which may be forbidden, full or damaged: none of it ends the page. */
import { useTroubles } from './first-load.ts';

/** As much of a browser's storage as is used. */
export type KeepStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const told = new Set<string>();

/** Tells a trouble, unless it was told before. */
export function tellOnce(kind: string, sentence: string): void {
  if (!told.has(kind)) {
    told.add(kind);
    useTroubles.setState(({ troubles }) => ({ troubles: [...troubles, sentence] }));
  }
}

/** Forgets what was told: for tests. */
export function forgetTroubles(): void {
  told.clear();
  useTroubles.setState({ troubles: [] });
}

/** The storage of this browser that outlives the page; null where it is forbidden. */
export function lastingStorage(): KeepStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The storage of this tab; null where it is forbidden. */
export function tabStorage(): KeepStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** One value under a key. */
export class Kept<T> {
  readonly #storage: KeepStorage | null;
  readonly #key: string;
  readonly #what: string;
  readonly #isSound: (value: unknown) => value is T;

  /** `what` names it in sentences: “The last session”. */
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

  /** The value; null if there is none. A damaged one is set aside under another key, and told. */
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
      // Not JSON: damaged, like anything else that is no such value.
    }
    this.setAside(text);
    return null;
  }

  /** Puts a damaged text out of the way. */
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

  /** Keeps a value; false where that is not possible. */
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
      'This browser blocks storage for this page, so nothing is saved after you close it. Links and files still work.',
    );
  }
}
