/**
 * What a link says beside the scenario: moment, selection, part of the map, digests; and what puts that on the page: it
 * goes to the moment, then compares digests.
 */
import { create } from 'zustand';

import type { LinkView, Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import type { MapView } from '../lab/map-view.ts';
import { useLab, type LabStore, type Pin } from '../lab/store.ts';

/** Digests of both lanes, 16 hexadecimal digits each. */
type Digests = Record<LaneId, string>;

/** What is shown of a run. */
export interface LinkState {
  /** Virtual time, nanoseconds; null where the run plays from its start. */
  atNs: number | null;
  pin: Pin | null;
  view: MapView | null;
  /** Of both lanes at `atNs`; null where none are known that a run to that time would have. */
  digests: Digests | null;
}

/** Nothing but the run from its start. */
export const EMPTY: LinkState = { atNs: null, pin: null, view: null, digests: null };

/** The state in the words of the engine's codec. */
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

/** The codec knows whole frames alone. */
function whole(frames: number): number {
  return Math.max(0, Math.round(frames));
}

/** The state that a link says. */
export function fromLinkView({ at_ns: atNs, pin, view, digests }: LinkView): LinkState {
  const lane = LANES.find((id) => id === pin?.lane);
  return {
    atNs: atNs ?? null,
    pin: pin && lane ? { lane, zone: pin.zone, frame: pin.frame } : null,
    view: view ?? null,
    digests: digests ? { a: digests[0], b: digests[1] } : null,
  };
}

/** Whether time stands still: both lanes are where they were sent to, and have told their digests. */
function standing({ playing }: LabStore) {
  const lanes = lab.lanes.loaded();
  return !playing && lanes?.every(({ state }) => state.digest !== null) ? lanes : null;
}

/** What is shown now. A run that plays has no moment: who opens its link sees it from the start. */
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

/** What is shown now, with the moment that a run passes which plays. */
export function momentaryState(store: LabStore = useLab.getState()): LinkState {
  const state = presentState(store);
  const nowNs = lab.lanes.nowNs();
  return { ...state, atNs: state.atNs ?? (nowNs > 0 ? nowNs : null) };
}

/** Digests of both lanes where they stand; null while one of them does not. */
function presentDigests(): Digests | null {
  const a = lab.lanes.state('a')?.digest;
  const b = lab.lanes.state('b')?.digest;
  return a && b ? { a, b } : null;
}

/** What comparing digests came to. */
export interface Verdict {
  /** Moment of the comparison, virtual nanoseconds. */
  atNs: number;
  /** Lanes whose digest is another than the link's. */
  differing: LaneId[];
}

/** The verdict on the scenario that is open; null where its link had no digests, or it was changed since. */
export const useVerdict = create<{ verdict: Verdict | null }>()(() => ({ verdict: null }));

/** Compares the digests of a link with those that the engine came to here. */
export function compareDigests(atNs: number, sent: Digests, here: Digests): Verdict {
  return { atNs, differing: LANES.filter((lane) => sent[lane] !== here[lane]) };
}

/** A link on whose moment both machines have not arrived yet. */
interface Expected {
  scenario: Scenario;
  atNs: number;
  digests: Digests | null;
}

/** Sees links through from their opening to their verdict. */
export class Arrival {
  #expected: Expected | null = null;
  /** The scenario that the verdict is about. */
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

  /** Shows the state of the scenario that was opened last. */
  show({ atNs, pin, view, digests }: LinkState): void {
    const { scenario } = useLab.getState();
    useLab.setState({ pin, mapView: view });
    this.#expected = scenario && atNs !== null ? { scenario, atNs, digests } : null;
    this.#judged = scenario;
    if (atNs !== null) {
      lab.goTo(atNs);
    }
  }

  /** What is shown, or will be once the machines have arrived: so a link is whole while they are on their way. */
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

  /** Lets a pin go whose frame the machine has not: only the machine knows how many a scaled zone has. */
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
      // They stand, and their digests are on the way.
      return false;
    }
    this.#expected = null;
    const { atNs, digests } = presentState();
    // A run that was over before the moment stands at its end.
    const over = lab.lanes.loaded()?.every(({ state }) => state.finished);
    const reached = !elsewhere && (atNs === expected.atNs || over);
    if (reached && atNs !== null && digests && expected.digests) {
      useVerdict.setState({ verdict: compareDigests(atNs, expected.digests, digests) });
    }
    return false;
  }
}
