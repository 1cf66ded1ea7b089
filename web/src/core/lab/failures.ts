/** Keeps what is needed to go on when something breaks: the moment, and what was told of it. */
import { isTrap } from '../../engine/problems.ts';
import type { LaneFailure } from '../../engine/protocol.ts';
import { UnknownFigure } from '../figures/history.ts';
import type { LanePair } from './lane-pair.ts';
import type { LaneId } from './lanes.ts';
import { useLab, type Failure, type Moment } from './store.ts';

/** Where no trace tells: a lane that comes less than this further has met the same again, virtual nanoseconds. */
const SAME_NS = 1e9;

/** What is told of a failure; where no lane knows how far it had come, the page says what it has heard last. */
type Told = Pick<Failure, 'cause' | 'message' | 'trace'> & Pick<LaneFailure, 'reachedNs'>;

/** What going on asks of the Lab. */
export interface Going {
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
