/** The page's end of a lane: starts its worker, hands over the canvas, passes typed messages. */
import { laneWorker } from './lane-worker.ts';
import type { Detail, FromLane, LaneView, MapCaption, ToLane } from './protocol.ts';
import { Silence } from './problems.ts';
import type { FrameInfo, PageFound, PageName, PageState, Unit } from './types.ts';

/** What a lane tells by itself, and whether it has stopped to tell anything. */
type LaneMessage =
  | Exclude<FromLane, { kind: 'picture' | 'inspected' | 'mixed' | 'found' | 'alive' }>
  | { kind: 'silent'; silent: boolean };

/** Who listens to a lane. */
export type LaneListener = (message: LaneMessage) => void;

/** One worker with one machine. */
export class LaneClient {
  /** The canvas that the worker draws; the page only places it. */
  canvas: HTMLCanvasElement;
  readonly #worker: Worker;
  readonly #listener: LaneListener;
  /** Who waits for a picture, in the order of asking. */
  #pictures: ((picture: Blob | null) => void)[] = [];
  #questions = new Map<number, (answer: unknown) => void>();
  #question = 0;
  #run = 0;
  /** A ping is not answered; something was asked since the last one. */
  #pinged = false;
  #asked = false;
  /** It is on its way to a time, from where it speaks without being asked again. */
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

  /** Makes a new machine; answers of the one before are dropped. */
  load(scenario: string): void {
    this.#run += 1;
    this.#post({ kind: 'load', run: this.#run, scenario });
  }

  /** Goes to a time from the last moment before it that is known; answers of the time before the call are dropped. */
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

  /** What a frame of a zone is at this moment; null if there is none. */
  inspect(zone: number, frame: number): Promise<FrameInfo | null> {
    return this.#ask((question) => ({ kind: 'inspect', question, zone, frame }));
  }

  /** The shares of states in some frames of a zone, as one cell of `renderer.ts`; null if there are none. */
  mixture(zone: number, first: number, count: number): Promise<Uint8Array | null> {
    return this.#ask((question) => ({ kind: 'mixture', question, zone, first, count }));
  }

  /** Lets a state stand out on the canvas; all are alike where there is none. */
  light(state: PageState | null): void {
    this.#post({ kind: 'light', state });
  }

  /** Where a page is at this moment; null if the lane has no machine. */
  find(page: PageName): Promise<PageFound | null> {
    return this.#ask((question) => ({ kind: 'find', question, page }));
  }

  /** Asks, and gives what is answered to a question of this kind; null where nobody answers any more. */
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

  /** Draws on another canvas without WebGL: what has drawn with it once can be drawn in no other way. */
  drawFlat(): void {
    const canvas = newCanvas();
    canvas.style.cssText = this.canvas.style.cssText;
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    const offscreen = canvas.transferControlToOffscreen();
    this.#post({ kind: 'canvas', canvas: offscreen }, [offscreen]);
  }

  /** Size, layout and colours of the canvas. */
  setView(view: LaneView): void {
    this.canvas.style.width = `${view.layout.width}px`;
    this.canvas.style.height = `${view.layout.height}px`;
    this.#post({ kind: 'view', view });
  }

  /** Runs to a virtual time; frames arrive on the way. */
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

  /** Asks for a frame with every detail in it. */
  report(): void {
    this.#post({ kind: 'report', run: this.#run });
  }

  /** The page map as it is now, as a PNG; null where there is none. */
  picture(caption: MapCaption): Promise<Blob | null> {
    return new Promise((resolve) => {
      this.#pictures.push(resolve);
      this.#post({ kind: 'picture', caption });
    });
  }

  /** Ends the worker; the canvas shows what it has drawn last. */
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
      // Nobody is there to answer: the wait for it would be told as a silence.
      return;
    }
    this.#worker.postMessage(message, transfer);
    this.#asked = true;
    this.#silence.expect();
  }

  /** Whether the worker owes no answer; where something was asked, it has to show that it has come so far. */
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
