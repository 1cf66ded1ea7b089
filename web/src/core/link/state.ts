/** What a link says beside the scenario: moment, selection, part of the map, digests. */
import type { LinkView } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import type { MapView } from '../lab/map-view.ts';
import { useLab, type LabStore, type Pin } from '../lab/store.ts';

/** Digests of both lanes, 16 hexadecimal digits each. */
export type Digests = Record<LaneId, string>;

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
export function presentDigests(): Digests | null {
  const a = lab.lanes.state('a')?.digest;
  const b = lab.lanes.state('b')?.digest;
  return a && b ? { a, b } : null;
}
