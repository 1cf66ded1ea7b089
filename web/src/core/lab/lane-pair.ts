/** The two lanes: their workers and their machines, and what is needed to go on when one breaks. */
import { LaneClient, type LaneListener } from '../../engine/lane-client.ts';
import { isTrap } from '../../engine/problems.ts';
import type { LaneFailure } from '../../engine/protocol.ts';
import type { Unit } from '../../engine/types.ts';
import { UnknownFigure } from '../figures/history.ts';
import { LaneState } from './lane-state.ts';
import { LANES, type LaneId } from './lanes.ts';
import { useLab, type Failure, type Moment } from './store.ts';

/** A lane: its worker, and its machine once that is loaded. */
interface Lane {
  /** Null once it has stopped. */
  client: LaneClient | null;
  state: LaneState | null;
  /** What the worker draws on, or has drawn last. */
  canvas: HTMLCanvasElement | null;
}

/** A lane with a machine. */
interface LoadedLane {
  client: LaneClient;
  state: LaneState;
}

/** A message of a lane, with the lane. */
export type PairListener = (lane: LaneId, message: Parameters<LaneListener>[0]) => void;

/** Both lanes; before the start none. */
export class LanePair {
  readonly #listener: PairListener;
  readonly #watchers = new Set<() => void>();
  readonly #lanes: Record<LaneId, Lane> = {
    a: { client: null, state: null, canvas: null },
    b: { client: null, state: null, canvas: null },
  };
  readonly #silent = new Set<LaneId>();
  #earlier: Readonly<Record<LaneId, LaneState>> | null = null;

  constructor(listener: PairListener) {
    this.#listener = listener;
  }

  /** Starts the workers that are not there, and those anew that do not answer; the lanes that have no machine now. */
  open(module: WebAssembly.Module): LaneId[] {
    for (const lane of this.#silent) {
      this.stop(lane);
    }
    const missing = LANES.filter((lane) => !this.#lanes[lane].client);
    for (const lane of missing) {
      this.#lanes[lane].canvas?.remove();
      const client = new LaneClient(module, (message) => this.#take(lane, message));
      this.#lanes[lane] = { client, state: null, canvas: client.canvas };
    }
    if (missing.length > 0) {
      this.#announce();
    }
    return missing;
  }

  /** Ends a worker; what it has told and drawn last can still be seen. */
  stop(lane: LaneId): void {
    this.#silent.delete(lane);
    const target = this.#lanes[lane];
    target.client?.close();
    target.canvas = target.client?.canvas ?? target.canvas;
    target.client = null;
    this.#announce();
  }

  /** Gives a lane a new machine. */
  load(lane: LaneId, document: string): void {
    const target = this.#lanes[lane];
    target.state = null;
    target.client?.load(document);
  }

  /** Sends a lane to a time; `document` makes its machine anew if no moment is kept. */
  seek(lane: LaneId, toNs: number, document: string, stays: boolean): void {
    const target = this.#lanes[lane];
    target.state?.leave();
    target.client?.seek(toNs, document, stays);
  }

  /** Sends a lane back to before its last event, decision or batch. */
  back(lane: LaneId, unit: Unit, document: string): void {
    const target = this.#lanes[lane];
    target.state?.leave();
    target.client?.back(unit, document);
  }

  /** The machine of a lane, if there is one. */
  state(lane: LaneId): LaneState | null {
    return this.#lanes[lane].state;
  }

  /** The worker of a lane, if there is one. */
  client(lane: LaneId): LaneClient | null {
    return this.#lanes[lane].client;
  }

  /** Both lanes once both have a machine; null before. */
  loaded(): LoadedLane[] | null {
    const lanes: LoadedLane[] = [];
    for (const lane of LANES) {
      const { client, state } = this.#lanes[lane];
      if (!client || !state) {
        return null;
      }
      lanes.push({ client, state });
    }
    return lanes;
  }

  /** Virtual time that both have reached; a lane that is done no longer counts. */
  nowNs(): number {
    const states = LANES.map((lane) => this.state(lane)).filter((state) => state !== null);
    const open = states.filter(({ finished }) => !finished);
    if (open.length > 0) {
      return Math.min(...open.map(({ nowNs }) => nowNs));
    }
    return Math.max(0, ...states.map(({ nowNs }) => nowNs));
  }

  /** Both lanes of the run before the last change of its scenario; null where there was none. */
  get earlier(): Readonly<Record<LaneId, LaneState>> | null {
    return this.#earlier;
  }

  /** Keeps what the run has come to, which is about to be changed. One that is still on its way from a change is none. */
  keepEarlier(): void {
    const [a, b] = LANES.map((lane) => this.state(lane));
    if (a && b && useLab.getState().goalNs === null && this.nowNs() > 0) {
      this.#earlier = { a, b };
    }
  }

  /** Another scenario is about to be run. */
  forgetEarlier(): void {
    this.#earlier = null;
  }

  /** Calls back when workers or machines come or go. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #announce(): void {
    for (const watcher of this.#watchers) {
      watcher();
    }
  }

  #take(lane: LaneId, message: Parameters<LaneListener>[0]): void {
    const target = this.#lanes[lane];
    if (message.kind === 'loaded') {
      target.state = new LaneState(message.description, message.renderer);
      this.#announce();
    } else if (message.kind === 'sought') {
      target.state?.stand(message.nowNs);
    } else if (message.kind === 'frame') {
      target.state?.take(message.frame, performance.now());
    } else if (message.kind === 'drawing') {
      target.state?.drawnBy(message.renderer);
    } else if (message.kind === 'silent') {
      this.#silent[message.silent ? 'add' : 'delete'](lane);
    }
    this.#listener(lane, message);
  }
}

/** Where no trace tells: a lane that comes less than this further has met the same again, virtual nanoseconds. */
const SAME_NS = 1e9;

/** What is told of a failure; where no lane knows how far it had come, the page says what it has heard last. */
type Told = Pick<Failure, 'cause' | 'message' | 'trace'> & Pick<LaneFailure, 'reachedNs'>;

/** What going on asks of the Lab. */
interface Going {
  readonly lanes: LanePair;
  moment(): Moment;
  openLanes(): LaneId[] | null;
  load(lanes: readonly LaneId[]): void;
  goTo(ns: number, goOn: boolean): void;
}

/** Whether the engine broke one of its rules, or is not the one that the page was built with. */
function isFault(error: unknown): boolean {
  return isTrap(error) || error instanceof UnknownFigure;
}

/** What has broken, and ways to go on. */
export class Failures {
  readonly #lab: Going;
  /** The one before, and the scenario that met it. */
  #last: { failure: Failure; title: string | undefined } | null = null;

  constructor(lab: Going) {
    this.#lab = lab;
    const look = (error: unknown) => {
      if (isFault(error)) {
        this.page(error);
      }
    };
    window.addEventListener('error', ({ error }) => look(error));
    window.addEventListener('unhandledrejection', ({ reason }) => look(reason));
  }

  /** The page's own engine is not there or has stopped, or no worker can be made. */
  page(error: unknown): void {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const cause = isFault(error) ? 'fault' : error instanceof RangeError ? 'memory' : 'page';
    this.#tell([], { cause, message, trace: stack, reachedNs: null });
  }

  /** A lane's worker can do nothing more. */
  stopped(lane: LaneId, failure: LaneFailure): void {
    const { failure: other } = useLab.getState();
    this.#tell([lane], failure, other?.cause === 'silent' ? null : other);
    this.#lab.lanes.stop(lane);
    this.drawing(lane, null);
  }

  /** A lane does not answer, or does so again. It may only be slow: what it is doing goes on. */
  silent(lane: LaneId, silent: boolean): void {
    const { failure } = useLab.getState();
    if (failure && failure.cause !== 'silent') {
      return;
    }
    const others = failure?.lanes.filter((other) => other !== lane) ?? [];
    if (silent) {
      const nothing = { message: 'no answer', trace: '', reachedNs: null };
      this.#tell([lane], { cause: 'silent', ...nothing }, failure);
    } else {
      useLab.setState({
        failure: failure && others.length > 0 ? { ...failure, lanes: others } : null,
      });
    }
  }

  /** A lane's page map cannot be drawn, for a reason; null: it can. */
  drawing(lane: LaneId, reason: string | null): void {
    const { [lane]: before, ...undrawn } = useLab.getState().undrawn;
    if (before !== (reason ?? undefined)) {
      useLab.setState({ undrawn: reason === null ? undrawn : { ...undrawn, [lane]: reason } });
    }
  }

  /** Draws the maps that cannot be drawn with WebGL without it. */
  drawFlat(): void {
    for (const lane of Object.keys(useLab.getState().undrawn) as LaneId[]) {
      this.#lab.lanes.client(lane)?.drawFlat();
    }
  }

  /** Starts the lanes that have stopped, and goes back to the moment; `stand`: no further than they had come. */
  goOn(stand = false): void {
    const { failure } = useLab.getState();
    if (!failure || failure.lanes.length === 0) {
      // What is shown is in the address: the page comes back with it.
      window.location.reload();
      return;
    }
    const { nowNs, goesOn } = failure.moment;
    const opened = this.#lab.openLanes();
    if (opened) {
      this.#lab.load(opened);
      this.#lab.goTo(stand ? failure.reachedNs : nowNs, goesOn && !stand);
    }
  }

  #tell(
    lanes: readonly LaneId[],
    { cause, message, trace, reachedNs: told }: Told,
    other: Failure | null = null,
  ): void {
    const { scenario } = useLab.getState();
    // On the way to a moment only the lane itself knows how far it has come.
    const reachedNs = Math.min(told ?? this.#lab.lanes.nowNs(), other?.reachedNs ?? Infinity);
    const last = this.#last?.title === scenario?.title ? this.#last?.failure : undefined;
    const same = last?.cause === cause && isSame(last, { trace, reachedNs });
    const failure: Failure = {
      cause,
      lanes: [...(other?.lanes ?? []), ...lanes].sort(),
      message,
      trace,
      moment: other?.moment ?? this.#lab.moment(),
      reachedNs,
      again: other?.again ?? same,
    };
    this.#last = { failure, title: scenario?.title };
    // What a dialog hides must be read now.
    useLab.setState({ failure, countersShown: false });
    if (cause !== 'silent') {
      useLab.setState({ playing: false, goalNs: null });
    }
  }
}

type Fault = Pick<Failure, 'trace' | 'reachedNs'>;

/** Whether it is what was met before: the same run breaks in the same functions of the engine, wherever it began. */
function isSame(before: Fault, now: Fault): boolean {
  const place = engineFunctions(now.trace);
  return place === ''
    ? now.reachedNs < before.reachedNs + SAME_NS
    : place === engineFunctions(before.trace);
}

/** The lines of a trace that are in the engine; every browser calls them so. */
function engineFunctions(trace: string): string {
  const lines = trace.split('\n').filter((line) => line.includes('wasm-function'));
  return lines.map((line) => line.trim()).join('\n');
}
