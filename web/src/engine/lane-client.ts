/** The page's side of a lane: starts its worker, transfers the canvas, and exchanges typed messages. */
import { laneWorker } from './lane-worker.ts';
import type { Detail, FromLane, LaneView, MapCaption, ToLane } from './protocol.ts';
import { Silence } from './problems.ts';
import type { FrameInfo, PageFound, PageName, PageState, Unit } from './types.ts';

/** Messages that a lane sends without a request, and whether it has stopped responding. */
type LaneMessage =
  | Exclude<FromLane, { kind: 'picture' | 'inspected' | 'mixed' | 'found' | 'alive' }>
  | { kind: 'silent'; silent: boolean };

/** Receives the messages of a lane. */
export type LaneListener = (message: LaneMessage) => void;

/** A worker with one machine. */
export class LaneClient {
  /** The canvas on which the worker draws; the page only positions it. */
  canvas: HTMLCanvasElement;
  readonly #worker: Worker;
  readonly #listener: LaneListener;
  /** Requests for a picture that have no answer yet, oldest first. */
  #pictures: ((picture: Blob | null) => void)[] = [];
  #questions = new Map<number, (answer: unknown) => void>();
  #question = 0;
  #run = 0;
  /** Whether a ping has no answer yet; whether there were requests since the last ping. */
  #pinged = false;
  #asked = false;
  /** Whether the worker is seeking; it then sends reports without requests. */
  #travels = false;
  #closed = false;
  readonly #silence: Silence;

  constructor(module: WebAssembly.Module, listener: LaneListener) {
    this.#listener = listener;
    this.#silence = new Silence(
      () => listener({ kind: 'silent', silent: true }),
      () => this.#isAnswered(),
    );
    this.canvas = newCanvas();
    this.#worker = laneWorker();
    this.#worker.onmessage = (event: MessageEvent<FromLane>) => this.#take(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'The worker could not be started';
      const trace = event.filename ?? '';
      listener({ kind: 'failed', cause: 'worker', message, trace, reachedNs: null });
    };
    const offscreen = this.canvas.transferControlToOffscreen();
    this.#post({ kind: 'start', module, canvas: offscreen }, [offscreen]);
  }

  /** Creates a new machine; answers of the previous one are dropped. */
  load(scenario: string): void {
    this.#run += 1;
    this.#post({ kind: 'load', run: this.#run, scenario });
  }

  /** Seeks to a time from the last checkpoint before it; answers to earlier requests are dropped. */
  seek(toNs: number, scenario: string, stays: boolean): void {
    this.#run += 1;
    this.#travels = true;
    this.#post({ kind: 'seek', run: this.#run, toNs, scenario, stays });
  }

  /** Goes back to before the last event, decision or batch. */
  back(unit: Unit, scenario: string): void {
    this.#run += 1;
    this.#post({ kind: 'back', run: this.#run, unit, scenario });
  }

  /** Returns the current state of a frame of a zone; null if there is no such frame. */
  inspect(zone: number, frame: number): Promise<FrameInfo | null> {
    return this.#ask((question) => ({ kind: 'inspect', question, zone, frame }));
  }

  /**
   * Returns the shares of states in some frames of a zone, in the format of one cell of `renderer.ts`; null if there
   * are no such frames.
   */
  mixture(zone: number, first: number, count: number): Promise<Uint8Array | null> {
    return this.#ask((question) => ({ kind: 'mixture', question, zone, first, count }));
  }

  /** Highlights a state on the canvas; null highlights none. */
  light(state: PageState | null): void {
    this.#post({ kind: 'light', state });
  }

  /** Returns where a page is now; null if the lane has no machine. */
  find(page: PageName): Promise<PageFound | null> {
    return this.#ask((question) => ({ kind: 'find', question, page }));
  }

  /** Sends a question and returns the answer; null if the worker ends before it answers. */
  #ask<T>(message: (question: number) => ToLane): Promise<T | null> {
    return new Promise((resolve) => {
      this.#question += 1;
      this.#questions.set(this.#question, resolve as (answer: unknown) => void);
      this.#post(message(this.#question));
    });
  }

  #answer(question: number, answer: unknown): void {
    this.#questions.get(question)?.(answer);
    this.#questions.delete(question);
  }

  /**
   * Replaces the canvas and draws without WebGL: a canvas that had a WebGL context cannot get a context of another
   * kind.
   */
  drawFlat(): void {
    const canvas = newCanvas();
    canvas.style.cssText = this.canvas.style.cssText;
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    const offscreen = canvas.transferControlToOffscreen();
    this.#post({ kind: 'canvas', canvas: offscreen }, [offscreen]);
  }

  /** Sets size, layout and colours of the canvas. */
  setView(view: LaneView): void {
    this.canvas.style.width = `${view.layout.width}px`;
    this.canvas.style.height = `${view.layout.height}px`;
    this.#post({ kind: 'view', view });
  }

  /** Runs to a virtual time; the worker sends `LaneFrame`s meanwhile. */
  advance(untilNs: number, detail: Detail): void {
    this.#post({ kind: 'advance', run: this.#run, untilNs, detail });
  }

  /** Runs to the next event, decision or batch. */
  step(unit: Unit): void {
    this.#post({ kind: 'step', run: this.#run, unit });
  }

  /** Switches a mechanism now. */
  switchMechanism(mechanism: string, on: boolean): void {
    this.#post({ kind: 'switch', run: this.#run, mechanism, on });
  }

  /** Requests a `LaneFrame` with all details. */
  report(): void {
    this.#post({ kind: 'report', run: this.#run });
  }

  /** Returns the current page map as a PNG; null if there is none. */
  picture(caption: MapCaption): Promise<Blob | null> {
    return new Promise((resolve) => {
      this.#pictures.push(resolve);
      this.#post({ kind: 'picture', caption });
    });
  }

  /** Terminates the worker; the canvas keeps what was drawn last. */
  close(): void {
    this.#closed = true;
    this.#silence.end();
    for (const resolve of this.#pictures) {
      resolve(null);
    }
    this.#pictures = [];
    for (const resolve of this.#questions.values()) {
      resolve(null);
    }
    this.#questions.clear();
    this.#worker.terminate();
  }

  #post(message: ToLane, transfer: Transferable[] = []): void {
    if (this.#closed) {
      // A terminated worker would not answer, and the lane would be reported as silent.
      return;
    }
    this.#worker.postMessage(message, transfer);
    this.#asked = true;
    this.#silence.expect();
  }

  /**
   * Whether the worker has answered everything. After new requests or during a seek, sends a ping; the worker answers
   * it after the requests.
   */
  #isAnswered(): boolean {
    if (this.#pinged || !(this.#asked || this.#travels)) {
      return !this.#pinged;
    }
    this.#pinged = true;
    this.#asked = false;
    this.#worker.postMessage({ kind: 'ping' } satisfies ToLane);
    return false;
  }

  #take(message: FromLane): void {
    if (this.#silence.heard()) {
      this.#listener({ kind: 'silent', silent: false });
    }
    if (message.kind === 'alive') {
      this.#pinged &&= !message.answers;
      return;
    }
    if (message.kind === 'picture') {
      this.#pictures.shift()?.(message.picture);
      return;
    }
    if (message.kind === 'inspected') {
      this.#answer(message.question, message.frame);
      return;
    }
    if (message.kind === 'mixed') {
      this.#answer(message.question, message.shares);
      return;
    }
    if (message.kind === 'found') {
      this.#answer(message.question, message.found);
      return;
    }
    if ('run' in message && message.run !== this.#run) {
      return;
    }
    if (message.kind === 'frame') {
      this.#travels = !message.frame.arrived;
    }
    this.#listener(message);
  }
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}
