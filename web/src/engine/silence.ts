/** Notices that a worker has stopped to speak: no browser tells a page that one of its workers was killed. */

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
