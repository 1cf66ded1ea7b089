/** The one owner of requestAnimationFrame: everything that moves on the page is called from here. */

/** Called once a frame with the wall time; returns true while it wants more frames. */
export type FrameTask = (wallMs: number) => boolean;

/** Runs tasks in the order in which they were added; sleeps when none has anything to do. */
export class FrameLoop {
  readonly #tasks: FrameTask[] = [];
  #awake = false;
  /** Wall time of script in the last frames, for measuring. */
  readonly spentMs = new Float32Array(256);
  #frames = 0;

  /** Adds a task. */
  add(task: FrameTask): void {
    this.#tasks.push(task);
  }

  /** Number of frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Sees to it that there is a next frame. */
  wake(): void {
    if (!this.#awake) {
      this.#awake = true;
      requestAnimationFrame(() => this.#frame());
    }
  }

  #frame(): void {
    this.#awake = false;
    const began = performance.now();
    let more = false;
    for (const task of this.#tasks) {
      more = task(began) || more;
    }
    this.spentMs[this.#frames % this.spentMs.length] = performance.now() - began;
    this.#frames += 1;
    if (more) {
      this.wake();
    }
  }
}
