/** Seeks to the moment that shows why the outcomes of the lanes differ, and back. */
import { create } from 'zustand';

import { formatCount, formatSeconds } from '../../base/format.ts';
import { dirtyShareOf } from '../../core/figures/metrics.ts';
import { bothWords, zoneReason } from '../../core/lab/decision-words.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { goToMoment } from '../../core/lab/moment.ts';
import {
  type LabStore,
  unfold,
  useLab,
  usePinNote,
  type Moment,
  type Pin,
} from '../../core/lab/store.ts';
import { goalOf, END_NS } from '../../core/lab/timeline.ts';
import { ticks } from '../../core/time.ts';
import type { Mark, Decision } from '../../engine/types.ts';
import { reveal } from '../../widgets/pointing.tsx';

/** A mark that only one of the lanes has. */
interface OwnMark extends Mark {
  lane: LaneId;
}

/** Returns the first mark that only one of the lanes has; null if there is none. */
function ownMark({ marks }: Pick<LabStore, 'marks'>): OwnMark | null {
  const own = LANES.flatMap((lane) => {
    const others = marks[lane === 'a' ? 'b' : 'a'];
    return marks[lane]
      .filter(({ name }) => !others.some((other) => other.name === name))
      .map((mark) => ({ ...mark, lane }));
  });
  return own.toSorted((one, other) => one.at_ns - other.at_ns)[0] ?? null;
}

/** The time from which the lanes clearly differ in how often programs reclaim memory themselves. */
interface Parting {
  atNs: number;
  /** Direct reclaims in both lanes by then. */
  stalls: Readonly<Record<LaneId, number>>;
}

/**
 * The lanes clearly differ once one of them has this many direct reclaims, and this many times as many as the other.
 */
const [STALLS_LEAST, STALLS_TIMES] = [100, 3];

/** Returns the first known time at which the direct reclaims of one lane clearly outnumber those of the other. */
function partingOf(): Parting | null {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!a?.history || !b?.history) {
    return null;
  }
  const parted = (stalls: Parting['stalls']) => {
    const [least, most] = [Math.min(stalls.a, stalls.b), Math.max(stalls.a, stalls.b)];
    return most >= STALLS_LEAST && most > least * STALLS_TIMES;
  };
  // Return early: in most runs the lanes do not differ in this way, and this function is called at each change of the
  // store.
  if (!parted({ a: a.value('allocstall'), b: b.value('allocstall') })) {
    return null;
  }
  const position = a.index.position('allocstall');
  const nowNs = lab.lanes.nowNs();
  for (let row = 0; row < a.history.length; row += 1) {
    const atNs = a.history.time(row);
    if (atNs > nowNs) {
      break;
    }
    const stalls = { a: a.history.value(row, position), b: b.history.valueAt(atNs, position) };
    if (parted(stalls)) {
      return { atNs, stalls: { a: Math.round(stalls.a), b: Math.round(stalls.b) } };
    }
  }
  return null;
}

/**
 * Returns the time that shows why the outcomes differ: the time of the first event that only one of the lanes has, such
 * as the first write from reclaim; or else the time from which programs of one lane reclaim much more memory themselves;
 * or else the time of the first decision that differs.
 */
export function differenceOf(state: LabStore): number | null {
  const mark = ownMark(state);
  // Do not wait until the event is counted: by then, reclaim has scanned thousands of other pages.
  return mark
    ? goalOf({ name: mark.name, atNs: mark.at_ns, kind: 'moment' }, null)
    : (partingOf()?.atNs ?? firstGoal(state));
}

/**
 * Returns the time of the first decision that differs, which often has no visible effect for a long time; null if
 * unknown.
 */
export function firstDifference({ divergence }: LabStore): number | null {
  return divergence.status === 'found' ? divergence.atNs : null;
}

/** Returns the seek target for the first decision that differs; null if the decision is unknown. */
function firstGoal(state: LabStore): number | null {
  const atNs = firstDifference(state);
  return atNs === null ? null : goalOf({ name: 'divergence', atNs, kind: 'divergence' }, null);
}

/** Describes the difference at that time. */
export function differenceWords(state: LabStore): string {
  const mark = ownMark(state);
  if (mark) {
    return `${markWords(mark)}: ${mark.text}. This never happens in ${mark.lane === 'a' ? 'B' : 'A'}.`;
  }
  const parting = partingOf();
  if (parting) {
    const { a, b } = parting.stalls;
    return `By ${formatSeconds(parting.atNs)}, programs have reclaimed memory themselves ${formatCount(a)} times in A and ${formatCount(b)} times in B.`;
  }
  return firstWords(state);
}

/** Describes the first decision that differs, with its reason if that is known. */
function firstWords(state: LabStore): string {
  const { divergence } = state;
  if (divergence.status !== 'found') {
    return '';
  }
  const both = bothWords(divergence);
  const first = `A and B first differ at ${formatSeconds(divergence.atNs, 3)}`;
  return both === ''
    ? `${first}, after ${formatCount(divergence.same)} identical decisions and events. “Reclaim decisions” below shows both decisions.`
    : `${first}. ${both} ${zoneReason(state, divergence)}`.trim();
}

/** Describes the time and lane of an event. */
function markWords({ at_ns: atNs, lane }: OwnMark): string {
  return `At ${formatSeconds(atNs)}, in ${lane.toUpperCase()} only`;
}

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

/** Begins a visit to a moment, and ends it when the page shows another moment, another page or another run. */
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
      const pin = useWhy.getState().why?.pin ?? null;
      const unpinned = pin !== null && JSON.stringify(now.pin) !== JSON.stringify(pin);
      if (restarted || unpinned || now.scenario !== run) {
        leaveWhy();
        return;
      }
      look();
      if (now.goalNs === null && useWhy.getState().why?.pin === null) {
        arrive(now);
      }
    }),
    // Steps and the running time do not change the store.
    ticks.listen('figures', look),
  ];
  stop = () => stops.forEach((end) => end());
}

/** Pins the page that reclaim wrote, once its decision is reported. */
function showWrite(mark: OwnMark, { decisions }: LabStore): void {
  const { why } = useWhy.getState();
  const write = decisions[mark.lane].find(
    ({ at_ns: atNs, reason }) => atNs === mark.at_ns && reason === 'Written',
  );
  if (why && write) {
    pinFor({ lane: mark.lane, zone: write.zone, frame: write.frame }, writeWords(mark, write));
  }
}

/** Pins the page of the current visit, perhaps with another text. */
function pinFor(pin: Pin, text?: string): void {
  const { why } = useWhy.getState();
  if (why) {
    // Pin directly, so that undo does not include it: the pin belongs to the visit, which “Back” ends. The order matters,
    // because the visit ends when its pin is not the one on the map.
    useWhy.setState({ why: { ...why, pin, text: text ?? why.text } });
    usePinNote.setState({ note: text ?? why.text });
    useLab.setState({ pin, mapView: null });
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
      : ` Dirty or writeback, of the free, file and anonymous pages of ${zone}: ${shares.join(', ')}.`;
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
