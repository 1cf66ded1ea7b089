/** Seeks to the moment that shows why the outcomes of the lanes differ, and back. */
import { create } from 'zustand';

import { dirtyShareOf } from '../../core/figures/metrics.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { goToMoment } from '../../core/lab/moment.ts';
import {
  type LabStore,
  unfold,
  useLab,
  usePinNote,
  type Moment,
  type Pin,
} from '../../core/lab/store.ts';
import { END_NS } from '../../core/lab/timeline.ts';
import { ticks } from '../../core/time.ts';
import type { Decision } from '../../engine/types.ts';
import { reveal } from '../../widgets/pointing.tsx';
import {
  differenceOf,
  differenceWords,
  firstGoal,
  firstWords,
  markWords,
  ownMark,
  type OwnMark,
} from './difference.ts';

/** A visit to the moment that shows why the outcomes differ. */
export interface Why {
  /** The scenario. */
  run: unknown;
  /** Describes the difference. */
  text: string;
  /** The time of the run before the visit, and whether it played. */
  from: Moment;
  /**
   * The page that reclaim wrote at this moment, or the page of A in the first difference, pinned; null if the event has
   * no page, or the run has not arrived yet.
   */
  pin: Pin | null;
  /** Whether this is the visit to the first decision that differs. */
  first: boolean;
}

/** The current visit; null if there is none, or the user has left it. */
export const useWhy = create<{ why: Why | null }>()(() => ({ why: null }));

let stop = (): void => undefined;

/** Seeks to the difference, and shows its explanation: the page that reclaim wrote, or else the decisions. */
export function showWhy(atNs: number): void {
  const state = useLab.getState();
  leaveWhy();
  const mark = ownMark(state);
  const from = lab.moment();
  // A pinned page has its own card, so unfold the details only for other events.
  const isWrite = mark?.name === 'first_reclaim_write';
  if (!isWrite) {
    unfold('details', true);
  }
  lab.goTo(atNs);
  if (!isWrite) {
    reveal({ panel: 'decisions' }, true);
  }
  const first = mark === null && atNs === firstGoal(state);
  visit(atNs, differenceWords(state), from, first, (now) => {
    if (mark) {
      showWrite(mark, now);
    }
  });
}

/** Seeks from the moment that shows why to the first decision that differs, and pins the page of A. */
export function showFirst(): void {
  const state = useLab.getState();
  const { divergence } = state;
  const atNs = firstGoal(state);
  if (divergence.status !== 'found' || atNs === null) {
    return;
  }
  const from = useWhy.getState().why?.from ?? lab.moment();
  leaveWhy();
  lab.goTo(atNs);
  visit(atNs, firstWords(state), from, true, () => {
    const [lane, decision] = divergence.a
      ? (['a', divergence.a] as const)
      : (['b', divergence.b] as const);
    if (decision) {
      pinFor({ lane, zone: decision.zone, frame: decision.frame });
    }
  });
}

/**
 * Explains the page that is pinned at this moment, if it is one that this button would pin: a link to such a moment has
 * the page, but not its explanation.
 */
export function explainPinned(): void {
  const state = useLab.getState();
  const nowNs = lab.lanes.nowNs();
  const { pin, goalNs, playing } = state;
  if (pin === null || goalNs !== null || playing || useWhy.getState().why !== null) {
    return;
  }
  const mark = ownMark(state);
  const decision = mark && writeOf(mark, state);
  const isPinned = decision && samePin(pin, { ...decision, lane: mark.lane });
  if (isPinned && differenceOf(state) === nowNs) {
    visit(nowNs, differenceWords(state), lab.moment(), false, () => undefined);
    pinFor(pin, writeWords(mark, decision), state.mapView);
  }
}

function samePin(one: Pin, { lane, zone, frame }: Pin): boolean {
  return one.lane === lane && one.zone === zone && one.frame === frame;
}

/**
 * Begins a visit to a moment, and ends it when the page shows another moment or another run. If the user unpins its page,
 * the explanation and the way back remain.
 */
function visit(
  atNs: number,
  text: string,
  from: Moment,
  first: boolean,
  arrive: (now: LabStore) => void,
): void {
  const { scenario: run } = useLab.getState();
  useWhy.setState({ why: { run, text, from, pin: null, first } });
  /** The time at which the lanes have arrived; null before. */
  let hereNs: number | null = null;
  /** Whether the page of the visit was pinned. */
  let arrived = false;
  const look = () => {
    const now = useLab.getState();
    if (now.goalNs === null) {
      hereNs ??= lab.lanes.nowNs();
    }
    const other = now.goalNs === null ? lab.lanes.nowNs() !== hereNs : now.goalNs !== atNs;
    if (other) {
      leaveWhy();
    }
  };
  const stops = [
    useLab.subscribe((now, before) => {
      const restarted = now.marks !== before.marks && now.marks.a.length + now.marks.b.length === 0;
      if (restarted || now.scenario !== run) {
        leaveWhy();
        return;
      }
      look();
      const { why } = useWhy.getState();
      arrived ||= why !== null && why.pin !== null;
      if (why?.pin && (now.pin === null || !samePin(now.pin, why.pin))) {
        useWhy.setState({
          why: { ...why, pin: null, text: why.text.replace(/ The ring .*$/, '') },
        });
      }
      if (now.goalNs === null && !arrived) {
        arrive(now);
      }
    }),
    // Steps and the running time do not change the store.
    ticks.listen('figures', look),
  ];
  stop = () => stops.forEach((end) => end());
}

/** Pins the page that reclaim wrote, once its decision is reported. */
function showWrite(mark: OwnMark, state: LabStore): void {
  const { why } = useWhy.getState();
  const write = writeOf(mark, state);
  if (why && write) {
    pinFor({ lane: mark.lane, zone: write.zone, frame: write.frame }, writeWords(mark, write));
  }
}

/** Returns the decision to write a page that belongs to a mark, once it is reported. */
function writeOf(mark: OwnMark, { decisions }: LabStore): Decision | undefined {
  return decisions[mark.lane].find(
    ({ at_ns: atNs, reason }) => atNs === mark.at_ns && reason === 'Written',
  );
}

/** Pins the page of the current visit, perhaps with another text, and shows a section of the maps, or all of them. */
function pinFor(pin: Pin, text?: string, mapView: LabStore['mapView'] = null): void {
  const { why } = useWhy.getState();
  if (why) {
    // Pin directly, so that undo does not include it: the pin belongs to the visit, which “Back” ends. The order matters,
    // because the visit ends when its pin is not the one on the map.
    useWhy.setState({ why: { ...why, pin, text: text ?? why.text } });
    usePinNote.setState({ note: text ?? why.text });
    useLab.setState({ pin, mapView });
  }
}

/** Describes which page was written, by which task and why, and how dirty its zone is in both lanes. */
function writeWords(mark: OwnMark, { text, zone }: Decision): string {
  const shares = LANES.flatMap((lane) => {
    const state = lab.lanes.state(lane);
    const share = state ? dirtyShareOf(state.index, state.now, zone) : Number.NaN;
    return Number.isNaN(share) ? [] : `${Math.round(share)} % in ${lane.toUpperCase()}`;
  });
  // The lists beside the maps have shares of their own pages.
  const dirty =
    shares.length === 0
      ? ''
      : ` Of the pages for programs in ${zone}, dirty or under writeback: ${shares.join(', ')}.`;
  const written = text.replace(/ \(priority \d+\)\.$/, '.');
  // ->writepage may still wait for a free request of the device, and the counter beside this text shows 0 until then.
  const uncounted = lab.lanes.state(mark.lane)?.value('nr_vmscan_write') === 0;
  const ring = uncounted
    ? 'The ring marks it; nr_vmscan_write is 0 until ->writepage returns.'
    : 'The ring on the map shows it.';
  return `${markWords(mark)}: ${written} The flusher had not reached it yet.${dirty} ${ring}`;
}

/** Ends the visit, and unpins the page that it has pinned. */
export function leaveWhy(): void {
  stop();
  stop = () => undefined;
  const pinned = useWhy.getState().why?.pin ?? null;
  useWhy.setState({ why: null });
  usePinNote.setState({ note: null });
  if (pinned !== null && JSON.stringify(useLab.getState().pin) === JSON.stringify(pinned)) {
    useLab.setState({ pin: null });
  }
}

/**
 * Seeks to the moment that shows why in a run that has not been shown yet, because the address requests it. Both lanes
 * first run to their end: only then is it known which events one of them never has. If the user stops them or opens
 * another run, nothing more happens.
 */
export async function showWhyOfWhole(): Promise<void> {
  // Remove the request from the address, so that copied links do not have it.
  const address = new URL(window.location.href);
  address.searchParams.delete('why');
  window.history.replaceState(window.history.state, '', address);
  const atNs = await whyOfWhole();
  if (atNs !== null) {
    showWhy(atNs);
  }
}

/** Runs both lanes to their end, and returns the time that shows why; null if they do not differ, or were stopped. */
async function whyOfWhole(): Promise<number | null> {
  const { openings } = useLab.getState();
  if ((await goToMoment({ seconds: END_NS / 1e9 })) !== 'there') {
    return null;
  }
  return new Promise((resolve) => {
    const look = (state: LabStore) => {
      const { divergence } = state;
      const gone = state.openings !== openings || state.goalNs !== null;
      const atNs = differenceOf(state);
      if (gone || divergence.status === 'none' || atNs !== null) {
        stop();
        resolve(gone ? null : atNs);
      }
    };
    const stop = useLab.subscribe(look);
    look(useLab.getState());
  });
}
