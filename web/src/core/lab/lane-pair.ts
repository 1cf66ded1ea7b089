/** The two lanes: their workers and their machines. */
import { LaneClient, type LaneListener } from '../../engine/lane-client.ts';
import type { Unit } from '../../engine/types.ts';
import { LaneState } from './lane-state.ts';
import { LANES, type LaneId } from './lanes.ts';

/** A lane: its worker, and its machine once that is loaded. */
interface Lane {
  /** Null once it has stopped. */
  client: LaneClient | null;
  state: LaneState | null;
  /** What the worker draws on, or has drawn last. */
  canvas: HTMLCanvasElement | null;
}

/** A lane with a machine. */
export interface LoadedLane {
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
