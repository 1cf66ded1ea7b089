/** What the page shows, what the person has chosen, and what stands out. Fast data is not here: see LaneState. */
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

/** Where a run stands, or is going, virtual nanoseconds; and whether time goes on there. */
export interface Moment {
  nowNs: number;
  goesOn: boolean;
}

/** Speeds to choose from: virtual seconds a second. */
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

/** The speed at which the page opens: memory is full, and the lanes part, within ten seconds. */
const OPENING_SPEED = 10;

/** What a step goes by, with the name for people; those of time with their length, nanoseconds. */
export const STEPS = {
  event: { text: 'event' },
  decision: { text: 'page decision' },
  batch: { text: 'reclaim batch' },
  ms: { text: '1 ms', ns: 1e6 },
  tenMs: { text: '10 ms', ns: 1e7 },
  second: { text: '1 s', ns: 1e9 },
} as const;

/** What a step goes by. */
export type StepBy = keyof typeof STEPS;

/** A frame of a lane's machine, by the name of its zone. */
export interface Pin {
  lane: LaneId;
  zone: string;
  frame: number;
}

/** What is known of where the lanes part. */
export type Divergence =
  | { status: 'unknown' }
  | { status: 'searching'; nowNs: number }
  /** Somebody stopped the search there. */
  | { status: 'stopped'; nowNs: number }
  /** After so many equal decisions and events; a lane whose run was over has none. */
  | { status: 'found'; atNs: number; same: number; a: Decision | null; b: Decision | null }
  | { status: 'none' }
  | { status: 'failed'; message: string };

/** Which lines the table of counters shows. */
export interface CounterSelection {
  /** Words that a name must contain, all of them. */
  filter: string;
  movedOnly: boolean;
  zones: boolean;
}

/** Something to tell the person, in sentences. */
interface Notice {
  tone: 'bad' | 'neutral';
  title: string;
  problems: Problem[];
  /** Whether loading the page again may help. */
  reload?: boolean;
}

/** Why nothing runs, and what to go on from. */
export interface Failure {
  /** `silent`: a worker does not answer, which may be because it was killed; `page`: there is no engine. */
  cause: LaneFailure['cause'] | 'silent' | 'page';
  /** The lanes that have stopped. */
  lanes: readonly LaneId[];
  /** What was thrown, and where. */
  message: string;
  trace: string;
  /** Where the run was, or was going, virtual nanoseconds; and whether time went on there. */
  moment: Moment;
  /** How far both lanes had come. */
  reachedNs: number;
  /** Whether it was the same the time before. */
  again: boolean;
}

/** State of the page. */
export interface LabStore {
  /** Why nothing runs; the scenario is kept. */
  failure: Failure | null;
  /** Lanes whose page map cannot be drawn, and why. */
  undrawn: Readonly<Partial<Record<LaneId, string>>>;
  notice: Notice | null;
  catalogue: Catalogue;
  scenario: Scenario | null;
  /** File stem of the gallery scenario this began as; null also where a link brought it. */
  galleryId: string | null;
  /** The scenario as it was opened, before anybody changed it. */
  opened: Scenario | null;
  editing: LaneId;
  playing: boolean;
  speed: number;
  /** Virtual time that is being run to, as fast as it goes. */
  goalNs: number | null;
  /** Whether time goes on from there. */
  goesOn: boolean;
  marks: Record<LaneId, Mark[]>;
  decisions: Record<LaneId, Decision[]>;
  link: string;
  /** How many scenarios were opened; changes of one do not count. */
  openings: number;
  /** What would be taken back, and done again, in words; null where there is nothing. */
  undoes: string | null;
  redoes: string | null;
  engineVersion: string;
  /** Whether the list of keys is open. */
  keysShown: boolean;
  /** Whether the table of counters is open. */
  countersShown: boolean;
  /** The measure whose chart is to be exported there; null for the table. */
  exported: string | null;
  /** What the table of counters shows: it is there when the table is opened again. */
  countersSelection: CounterSelection;
  /** Whether the search is open. */
  searchShown: boolean;
  /** The part of a zone that both lanes show; null: all zones. */
  mapView: MapView | null;
  /** The frame whose life is told. */
  pin: Pin | null;
  /** Where the lanes part, as far as it is known. */
  divergence: Divergence;
  /** Whether every task and device has a row. */
  allTasks: boolean;
  /** What the step buttons go by. */
  stepBy: StepBy;
}

/** The store. */
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

/** Shows the problems of a refused request. */
export function refuse(problems: Problem[]): void {
  useLab.setState({ notice: { tone: 'bad', title: 'This cannot be run', problems } });
}

/**
 * Does something once the lanes stand where they are going: at once where they are not on their way, and not at all if
 * another scenario is opened or something breaks meanwhile.
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

/** A state of pages; or what tasks or devices do, by the name of its colour, with the state of the pages that it is about. */
export interface Lit {
  page: PageState | null;
  activity: string | null;
}

/** The state that stands out; null while all are alike. */
export const useLit = create<{ lit: Lit | null }>()(() => ({ lit: null }));

/** Lets the pages of a state stand out, or what is done with the name of a colour. */
export function light(lit: Partial<Lit> | null): void {
  useLit.setState({ lit: lit && { page: null, activity: null, ...lit } });
}

/** Whether an activity keeps its colour. */
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

/** Parts that are folded until somebody opens them. */
export interface Unfolded {
  /** Steps, search and other controls of the transport, where there is room for them. */
  controls: boolean;
  /** Tasks, devices and decisions. */
  details: boolean;
  /** The mechanisms in which the lanes do not differ. */
  mechanisms: boolean;
}

const KEY = 'reclaim-lab.unfolded';
const FOLDED: Unfolded = { controls: false, details: false, mechanisms: false };

/** Which are. */
export const useUnfolded = create<Unfolded>()(() => ({ ...FOLDED, ...kept() }));

/** Unfolds a part, or folds it. */
export function unfold(part: keyof Unfolded, open: boolean): void {
  if (useUnfolded.getState()[part] === open) {
    return;
  }
  useUnfolded.setState({ [part]: open });
  try {
    window.localStorage.setItem(KEY, JSON.stringify(useUnfolded.getState()));
  } catch {
    // Without storage all is folded at the next visit.
  }
}

/** Folds all, as at the first visit. */
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

/** From one virtual nanosecond to another. */
export interface Span {
  fromNs: number;
  toNs: number;
}

/** The state that the charts share. */
export interface ChartView {
  /** The stretch that is shown; null for the whole run up to now. */
  span: Span | null;
  /** The moment whose figures are shown; null for now. */
  cursorNs: number | null;
}

/** The store of the charts. */
export const useChartView = create<ChartView>()(() => ({ span: null, cursorNs: null }));
