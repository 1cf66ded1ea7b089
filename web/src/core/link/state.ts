/**
 * The state in a link besides the scenario: time, pin, map section, digests. Also applies this state: seeks to the
 * time, then compares the digests.
 */
import { create } from 'zustand';

import type { LinkView, Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import type { MapView } from '../lab/map-view.ts';
import { useLab, type LabStore, type Pin } from '../lab/store.ts';

/** Digests of both lanes, 16 hexadecimal digits each. */
type Digests = Record<LaneId, string>;

/** The view of a run. */
export interface LinkState {
  /** Virtual time, nanoseconds; null if the run plays from its start. */
  atNs: number | null;
  pin: Pin | null;
  view: MapView | null;
  /** Digests of both lanes at `atNs`; null unless they are those of an uninterrupted run to that time. */
  digests: Digests | null;
}

/** The state of a link with a scenario only, which plays from its start. */
export const EMPTY: LinkState = { atNs: null, pin: null, view: null, digests: null };

/** Converts the state to the engine's link format. */
export function toLinkView({ atNs, pin, view, digests }: LinkState): LinkView {
  return {
    ...(atNs !== null && { at_ns: atNs }),
    ...(pin && { pin: { ...pin, frame: whole(pin.frame) } }),
    ...(view && {
      view: { ...view, from: whole(view.from), frames: Math.max(1, whole(view.frames)) },
    }),
    ...(digests && { digests: [digests.a, digests.b] as [string, string] }),
  };
}

/** Rounds to an integer, as the codec requires. */
function whole(frames: number): number {
  return Math.max(0, Math.round(frames));
}

/** Converts the state of a decoded link. */
export function fromLinkView({ at_ns: atNs, pin, view, digests }: LinkView): LinkState {
  const lane = LANES.find((id) => id === pin?.lane);
  return {
    atNs: atNs ?? null,
    pin: pin && lane ? { lane, zone: pin.zone, frame: pin.frame } : null,
    view: view ?? null,
    digests: digests ? { a: digests[0], b: digests[1] } : null,
  };
}

/** Returns the lanes if the run is paused and both lanes have reported their digests; otherwise null. */
function standing({ playing }: LabStore) {
  const lanes = lab.lanes.loaded();
  return !playing && lanes?.every(({ state }) => state.digest !== null) ? lanes : null;
}

/**
 * Returns the current state. While the run plays, the state has no time: its link starts the run from the beginning.
 */
export function presentState(store: LabStore = useLab.getState()): LinkState {
  const { pin, mapView: view, goalNs, failure } = store;
  const nowNs = lab.lanes.nowNs();
  const goal = failure?.moment.nowNs ?? goalNs;
  if (goal !== null) {
    return { atNs: goal, pin, view, digests: null };
  }
  const lanes = standing(store);
  const atNs = lanes && nowNs > 0 ? nowNs : null;
  const exact = lanes?.every(
    ({ state }) => state.settled && (state.finished || state.nowNs === nowNs),
  );
  const digests = atNs !== null && exact ? presentDigests() : null;
  return { atNs, pin, view, digests };
}

/** Returns the current state, including the current time while the run plays. */
export function momentaryState(store: LabStore = useLab.getState()): LinkState {
  const state = presentState(store);
  const nowNs = lab.lanes.nowNs();
  return { ...state, atNs: state.atNs ?? (nowNs > 0 ? nowNs : null) };
}

/** Returns the digests of both lanes; null while one of them is not paused. */
function presentDigests(): Digests | null {
  const a = lab.lanes.state('a')?.digest;
  const b = lab.lanes.state('b')?.digest;
  return a && b ? { a, b } : null;
}

/** Result of comparing digests. */
export interface Verdict {
  /** Virtual time of the comparison, nanoseconds. */
  atNs: number;
  /** Lanes whose digest differs from that in the link. */
  differing: LaneId[];
}

/** The verdict on the open scenario; null if its link had no digests, or the scenario was changed since. */
export const useVerdict = create<{ verdict: Verdict | null }>()(() => ({ verdict: null }));

/** Compares the digests of a link with those computed here. */
export function compareDigests(atNs: number, sent: Digests, here: Digests): Verdict {
  return { atNs, differing: LANES.filter((lane) => sent[lane] !== here[lane]) };
}

/** A link whose time the machines have not reached yet. */
interface Expected {
  scenario: Scenario;
  atNs: number;
  digests: Digests | null;
}

/** Follows a link from its opening to the verdict on its digests. */
export class Arrival {
  #expected: Expected | null = null;
  /** The scenario to which the verdict belongs. */
  #judged: Scenario | null = null;

  constructor() {
    lab.loop.add(() => this.#look());
    useLab.subscribe(({ scenario }) => {
      if (scenario !== this.#judged) {
        this.#judged = null;
        useVerdict.setState({ verdict: null });
      }
    });
  }

  /** Applies a state to the scenario that was opened last. */
  show({ atNs, pin, view, digests }: LinkState): void {
    const { scenario } = useLab.getState();
    useLab.setState({ pin, mapView: view });
    this.#expected = scenario && atNs !== null ? { scenario, atNs, digests } : null;
    this.#judged = scenario;
    if (atNs !== null) {
      lab.goTo(atNs);
    }
  }

  /**
   * Returns the current state. During the seek to the time of a link, this includes the digests of the link, so that
   * the address stays complete.
   */
  state(): LinkState {
    const state = presentState();
    const expected = this.#underWay();
    return expected ? { ...state, digests: expected.digests } : state;
  }

  #underWay(): Expected | null {
    const { scenario, goalNs } = useLab.getState();
    const expected = this.#expected;
    return expected?.scenario === scenario && expected?.atNs === goalNs ? expected : null;
  }

  /** Unpins a frame that the machine does not have: only the machine knows how many frames a scaled zone has. */
  #fitPin(): void {
    const { pin } = useLab.getState();
    const zones = pin && lab.lanes.state(pin.lane)?.description.zones;
    if (zones && !zones.some(({ name, frames }) => name === pin.zone && pin.frame < frames)) {
      useLab.setState({ pin: null });
    }
  }

  #look(): boolean {
    this.#fitPin();
    const expected = this.#expected;
    if (!expected || this.#underWay()) {
      return false;
    }
    const { scenario, playing, goalNs } = useLab.getState();
    const here = presentDigests();
    const elsewhere = scenario !== expected.scenario || playing || goalNs !== null;
    if (!elsewhere && here === null) {
      // The machines have arrived, but their digests have not.
      return false;
    }
    this.#expected = null;
    const { atNs, digests } = presentState();
    // A run that ended before the link's time is at its end.
    const over = lab.lanes.loaded()?.every(({ state }) => state.finished);
    const reached = !elsewhere && (atNs === expected.atNs || over);
    if (reached && atNs !== null && digests && expected.digests) {
      useVerdict.setState({ verdict: compareDigests(atNs, expected.digests, digests) });
    }
    return false;
  }
}
