/** The two lanes: their workers and machines, and how to continue when one breaks. */
import { LaneClient, type LaneListener } from '../../engine/lane-client.ts';
import { isTrap } from '../../engine/problems.ts';
import type { LaneFailure } from '../../engine/protocol.ts';
import type { Unit } from '../../engine/types.ts';
import { UnknownFigure } from '../figures/history.ts';
import { LaneState } from './lane-state.ts';
import { LANES, type LaneId } from './lanes.ts';
import { useLab, type Failure, type Moment } from './store.ts';

/** A lane: its worker, and its machine once it is loaded. */
interface Lane {
  /** Null once the worker has stopped. */
  client: LaneClient | null;
  state: LaneState | null;
  /** The canvas on which the worker draws, or drew last. */
  canvas: HTMLCanvasElement | null;
}

/** A lane with a machine. */
interface LoadedLane {
  client: LaneClient;
  state: LaneState;
}

/** Receives the messages of both lanes. */
export type PairListener = (lane: LaneId, message: Parameters<LaneListener>[0]) => void;

/** Both lanes; empty before the start. */
export class LanePair {
  readonly #listener: PairListener;
  readonly #watchers = new Set<() => void>();
  readonly #lanes: Record<LaneId, Lane> = {
    a: { client: null, state: null, canvas: null },
    b: { client: null, state: null, canvas: null },
  };
  readonly #silent = new Set<LaneId>();

  constructor(listener: PairListener) {
    this.#listener = listener;
  }

  /**
   * Starts a worker for each lane that has none, and restarts workers that stopped responding. Returns the lanes that
   * now have no machine.
   */
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

  /** Terminates a worker; its last report and drawing stay visible. */
  stop(lane: LaneId): void {
    this.#silent.delete(lane);
    const target = this.#lanes[lane];
    target.client?.close();
    target.canvas = target.client?.canvas ?? target.canvas;
    target.client = null;
    this.#announce();
  }

  /** Creates a new machine for a lane. */
  load(lane: LaneId, document: string): void {
    const target = this.#lanes[lane];
    target.state = null;
    target.client?.load(document);
  }

  /** Makes a lane seek to a time; `document` creates its machine anew if there is no checkpoint. */
  seek(lane: LaneId, toNs: number, document: string, stays: boolean): void {
    const target = this.#lanes[lane];
    target.state?.leave();
    target.client?.seek(toNs, document, stays);
  }

  /** Makes a lane go back to before its last event, decision or batch. */
  back(lane: LaneId, unit: Unit, document: string): void {
    const target = this.#lanes[lane];
    target.state?.leave();
    target.client?.back(unit, document);
  }

  /** The state of a lane's machine; null if there is none. */
  state(lane: LaneId): LaneState | null {
    return this.#lanes[lane].state;
  }

  /** The worker of a lane; null if there is none. */
  client(lane: LaneId): LaneClient | null {
    return this.#lanes[lane].client;
  }

  /** Returns both lanes if both have a machine; otherwise null. */
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

  /** The virtual time that both lanes have reached; a lane that has ended does not count. */
  nowNs(): number {
    const states = LANES.map((lane) => this.state(lane)).filter((state) => state !== null);
    const open = states.filter(({ finished }) => !finished);
    if (open.length > 0) {
      return Math.min(...open.map(({ nowNs }) => nowNs));
    }
    return Math.max(0, ...states.map(({ nowNs }) => nowNs));
  }

  /** Calls back when workers or machines are added or removed; returns a function that unsubscribes. */
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

/**
 * A failure without a trace counts as the same as the previous one, unless the run got at least this much further,
 * virtual nanoseconds.
 */
const SAME_NS = 1e9;

/**
 * The parts of a failure that are reported. If the lane does not report how far it got, the page's own value is used.
 */
type Told = Pick<Failure, 'cause' | 'message' | 'trace'> & Pick<LaneFailure, 'reachedNs'>;

/** The part of the Lab that is needed to continue after a failure. */
interface Going {
  readonly lanes: LanePair;
  moment(): Moment;
  openLanes(): LaneId[] | null;
  load(lanes: readonly LaneId[]): void;
  goTo(ns: number, goOn: boolean): void;
}

/** Whether an error shows that the engine has trapped, or is not the one with which the page was built. */
function isFault(error: unknown): boolean {
  return isTrap(error) || error instanceof UnknownFigure;
}

/** Failures, and ways to continue. */
export class Failures {
  readonly #lab: Going;
  /** The previous failure, and the title of its scenario. */
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

  /** Reports that the page's own engine is missing or has stopped, or that a worker cannot be created. */
  page(error: unknown): void {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const cause = isFault(error) ? 'fault' : error instanceof RangeError ? 'memory' : 'page';
    this.#tell([], { cause, message, trace: stack, reachedNs: null });
  }

  /** Reports that a lane's worker has stopped for good. */
  stopped(lane: LaneId, failure: LaneFailure): void {
    const { failure: other } = useLab.getState();
    this.#tell([lane], failure, other?.cause === 'silent' ? null : other);
    this.#lab.lanes.stop(lane);
    this.drawing(lane, null);
  }

  /** Reports that a lane does not answer, or answers again. It may only be slow, so its work continues. */
  silent(lane: LaneId, silent: boolean): void {
    const { failure } = useLab.getState();
    if (failure && failure.cause !== 'silent') {
      return;
    }
    const others = failure?.lanes.filter((other) => other !== lane) ?? [];
    if (silent) {
      const nothing = { message: 'no response', trace: '', reachedNs: null };
      this.#tell([lane], { cause: 'silent', ...nothing }, failure);
    } else {
      useLab.setState({
        failure: failure && others.length > 0 ? { ...failure, lanes: others } : null,
      });
    }
  }

  /** Records why a lane's page map cannot be drawn; null if it can. */
  drawing(lane: LaneId, reason: string | null): void {
    const { [lane]: before, ...undrawn } = useLab.getState().undrawn;
    if (before !== (reason ?? undefined)) {
      useLab.setState({ undrawn: reason === null ? undrawn : { ...undrawn, [lane]: reason } });
    }
  }

  /** Uses a 2D canvas to draw the maps that WebGL cannot draw. */
  drawFlat(): void {
    for (const lane of Object.keys(useLab.getState().undrawn) as LaneId[]) {
      this.#lab.lanes.client(lane)?.drawFlat();
    }
  }

  /**
   * Restarts the lanes that have stopped, and seeks to the time that the run had, or to its seek target; with `stand`,
   * only to the time that both lanes had reached.
   */
  goOn(stand = false): void {
    const { failure } = useLab.getState();
    if (!failure || failure.lanes.length === 0) {
      // The address has the whole state, so the reloaded page returns to it.
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
    // During a seek only the lane itself knows how far it has got.
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
    // Close the dialog that would hide the message.
    useLab.setState({ failure, countersShown: false });
    if (cause !== 'silent') {
      useLab.setState({ playing: false, goalNs: null });
    }
  }
}

type Fault = Pick<Failure, 'trace' | 'reachedNs'>;

/**
 * Whether a failure is the same as the previous one: the same run traps in the same functions of the engine, wherever
 * it started.
 */
function isSame(before: Fault, now: Fault): boolean {
  const place = engineFunctions(now.trace);
  return place === ''
    ? now.reachedNs < before.reachedNs + SAME_NS
    : place === engineFunctions(before.trace);
}

/** The lines of a trace that are in the engine; all browsers mark them with `wasm-function`. */
function engineFunctions(trace: string): string {
  const lines = trace.split('\n').filter((line) => line.includes('wasm-function'));
  return lines.map((line) => line.trim()).join('\n');
}
