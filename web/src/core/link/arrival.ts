/** Puts the view of a link on the page: goes to its moment, then compares digests. */
import { create } from 'zustand';

import type { Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import { useLab } from '../lab/store.ts';
import { type Digests, presentDigests, presentState, type LinkState } from './state.ts';

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
