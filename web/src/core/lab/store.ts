/** The state that the page shows, with the user's choices and highlights. Data that changes quickly is in LaneState. */
import { create } from 'zustand';

import type { LaneFailure } from '../../engine/protocol.ts';
import type {
  Catalogue,
  Decision,
  Mark,
  PageState,
  Problem,
  Scenario,
} from '../../engine/types.ts';
import type { LaneId } from './lanes.ts';
import type { MapView } from './map-view.ts';

/**
 * The current time of a run, or the target of its seek, in virtual nanoseconds; and whether it plays or will play
 * there.
 */
export interface Moment {
  nowNs: number;
  goesOn: boolean;
}

/** Speeds to choose from, in virtual seconds per second. */
export const SPEEDS: readonly number[] = [
  0.001,
  0.01,
  0.1,
  0.5,
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  Infinity,
];

/** The speed at which the page opens: within ten seconds, memory is full and the lanes diverge. */
export const OPENING_SPEED = 10;

/** Units of a step, with their names for people; units of time also with their length, nanoseconds. */
export const STEPS = {
  event: { text: 'event' },
  decision: { text: 'page decision' },
  batch: { text: 'reclaim batch' },
  ms: { text: '1 ms', ns: 1e6 },
  tenMs: { text: '10 ms', ns: 1e7 },
  second: { text: '1 s', ns: 1e9 },
} as const;

/** Unit of a step. */
export type StepBy = keyof typeof STEPS;

/** A pinned frame of a lane's machine. */
export interface Pin {
  lane: LaneId;
  zone: string;
  frame: number;
}

/** What is known about the first difference of the lanes. */
export type Divergence =
  | { status: 'unknown' }
  | { status: 'searching'; nowNs: number }
  /** The user stopped the search at this time. */
  | { status: 'stopped'; nowNs: number }
  /** Found after this many identical decisions and events; the decision of a lane whose run had ended is null. */
  | { status: 'found'; atNs: number; same: number; a: Decision | null; b: Decision | null }
  | { status: 'none' }
  | { status: 'failed'; message: string };

/** The rows that the table of counters shows. */
export interface CounterSelection {
  /** Words that a name must contain; all must match. */
  filter: string;
  movedOnly: boolean;
  zones: boolean;
}

/** A message for the user. */
interface Notice {
  tone: 'bad' | 'neutral';
  title: string;
  problems: Problem[];
  /** Whether reloading the page may help. */
  reload?: boolean;
}

/** Why nothing runs, and the data needed to continue. */
export interface Failure {
  /**
   * `silent`: a worker does not answer, perhaps because it was killed. `page`: the page cannot start its engine or a
   * worker.
   */
  cause: LaneFailure['cause'] | 'silent' | 'page';
  /** The lanes that have stopped. */
  lanes: readonly LaneId[];
  /** The error that was thrown, and its stack trace. */
  message: string;
  trace: string;
  /** The time of the run, or the target of its seek, and whether it played. */
  moment: Moment;
  /** The virtual time that both lanes had reached, nanoseconds. */
  reachedNs: number;
  /** Whether the previous failure was the same. */
  again: boolean;
}

export interface LabStore {
  /** Why nothing runs; the scenario is kept. */
  failure: Failure | null;
  /** Lanes whose page map cannot be drawn, with the reason. */
  undrawn: Readonly<Partial<Record<LaneId, string>>>;
  notice: Notice | null;
  catalogue: Catalogue;
  scenario: Scenario | null;
  /** Id of the built-in scenario with which this run began; null also if it came from a link. */
  galleryId: string | null;
  /** The scenario as it was opened, before any change. */
  opened: Scenario | null;
  editing: LaneId;
  playing: boolean;
  speed: number;
  /** Target of a seek, virtual nanoseconds; null if the run does not seek. */
  goalNs: number | null;
  /** Whether the run plays after the seek. */
  goesOn: boolean;
  /** Whether the seek computes a changed run anew: the user did not ask for it, but may want to play on. */
  again: boolean;
  marks: Record<LaneId, Mark[]>;
  decisions: Record<LaneId, Decision[]>;
  link: string;
  /** Number of scenarios opened; changes of a scenario do not count. */
  openings: number;
  /** Names of the changes that undo and redo would apply; null if there is none. */
  undoes: string | null;
  redoes: string | null;
  engineVersion: string;
  /** Whether the list of keyboard shortcuts is open. */
  keysShown: boolean;
  /** Whether the table of counters is open. */
  countersShown: boolean;
  /** The measure whose chart the dialog exports; null for the table. */
  exported: string | null;
  /** The filter of the table of counters, kept while the table is closed. */
  countersSelection: CounterSelection;
  /** Whether the search is open. */
  searchShown: boolean;
  /** The part of a zone that both lanes show; null: all zones. */
  mapView: MapView | null;
  /** The frame whose page's life is shown. */
  pin: Pin | null;
  /** What is known about the first difference of the lanes. */
  divergence: Divergence;
  /** Whether every task and device has a row. */
  allTasks: boolean;
  /** Unit of the step buttons. */
  stepBy: StepBy;
}

/** The store of the Lab. */
export const useLab = create<LabStore>()(() => ({
  failure: null,
  undrawn: {},
  notice: null,
  catalogue: { presets: [], mechanisms: [] },
  scenario: null,
  galleryId: null,
  opened: null,
  editing: 'b',
  playing: false,
  speed: OPENING_SPEED,
  goalNs: null,
  goesOn: false,
  again: false,
  marks: { a: [], b: [] },
  decisions: { a: [], b: [] },
  link: '',
  openings: 0,
  undoes: null,
  redoes: null,
  engineVersion: '',
  keysShown: false,
  countersShown: false,
  exported: null,
  countersSelection: { filter: '', movedOnly: true, zones: false },
  searchShown: false,
  mapView: null,
  pin: null,
  divergence: { status: 'unknown' },
  stepBy: 'event',
  allTasks: false,
}));

/** Shows the problems of a rejected request. */
export function refuse(problems: Problem[]): void {
  useLab.setState({ notice: { tone: 'bad', title: 'This scenario cannot run', problems } });
}

/**
 * Calls `act` when the lanes have arrived: at once if they are not seeking, and not at all if another scenario is
 * opened or something fails meanwhile.
 */
export function onArrival(act: () => void): void {
  const { goalNs, openings } = useLab.getState();
  if (goalNs === null) {
    act();
    return;
  }
  const stop = useLab.subscribe((now) => {
    const obsolete = now.openings !== openings || now.failure !== null;
    if (obsolete || now.goalNs === null) {
      stop();
    }
    if (!obsolete && now.goalNs === null) {
      act();
    }
  });
}

/**
 * A highlighted page state, or a highlighted activity of tasks or devices. An activity is given by the name of its
 * colour, with the state of the pages that it concerns.
 */
export interface Lit {
  page: PageState | null;
  activity: string | null;
}

/** The highlighted state; null if nothing is highlighted. */
export const useLit = create<{ lit: Lit | null }>()(() => ({ lit: null }));

/** Highlights the pages of a state, or the activities with a colour. */
export function light(lit: Partial<Lit> | null): void {
  useLit.setState({ lit: lit && { page: null, activity: null, ...lit } });
}

/** Whether an activity is not dimmed by the highlight. */
export function isLit(
  lit: Lit | null,
  { colour, pages }: { colour: string | null; pages?: PageState },
): boolean {
  if (lit === null) {
    return true;
  }
  return lit.activity === null
    ? pages !== undefined && pages === lit.page
    : lit.activity === colour;
}

/** Why the page shows the pinned frame; null if the user has pinned it. */
export const usePinNote = create<{ note: string | null }>()(() => ({ note: null }));

/** Parts that are folded until the user opens them. */
export interface Unfolded {
  /** Steps, search and other controls of the transport, if there is room for them. */
  controls: boolean;
  /** Tasks, devices and decisions. */
  details: boolean;
  /** The mechanisms in which the lanes do not differ. */
  mechanisms: boolean;
}

const KEY = 'reclaim-lab.unfolded';
const FOLDED: Unfolded = { controls: false, details: false, mechanisms: false };

/** Which parts are unfolded. */
export const useUnfolded = create<Unfolded>()(() => ({ ...FOLDED, ...kept() }));

/** Unfolds or folds a part. */
export function unfold(part: keyof Unfolded, open: boolean): void {
  if (useUnfolded.getState()[part] === open) {
    return;
  }
  useUnfolded.setState({ [part]: open });
  try {
    window.localStorage.setItem(KEY, JSON.stringify(useUnfolded.getState()));
  } catch {
    // Without storage, all parts are folded at the next visit.
  }
}

/** Folds all parts, as at the first visit. */
export function foldAll(): void {
  for (const part of ['controls', 'details', 'mechanisms'] as const) {
    unfold(part, false);
  }
}

function kept(): Partial<Unfolded> {
  try {
    const found = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as unknown;
    const parts = Object.entries(typeof found === 'object' && found !== null ? found : {});
    return Object.fromEntries(
      parts.filter(([part, open]) => part in FOLDED && typeof open === 'boolean'),
    );
  } catch {
    return {};
  }
}

/** A range of virtual time, nanoseconds. */
export interface Span {
  fromNs: number;
  toNs: number;
}

/** State shared by all charts. */
export interface ChartView {
  /** The time range that is shown; null for the whole run up to now. */
  span: Span | null;
  /** The time whose figures are shown; null for the current time. */
  cursorNs: number | null;
}

/** The store of the charts. */
export const useChartView = create<ChartView>()(() => ({ span: null, cursorNs: null }));
