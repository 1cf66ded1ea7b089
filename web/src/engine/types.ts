/** What the engine tells about itself, in the words of its JSON. */
import type { Intervention, Scenario } from './scenario.ts';

/** A kernel preset: a plain set of mechanisms. */
export interface Preset {
  id: string;
  title: string;
  mechanisms: string[];
}

/** One patch that can be switched. */
export interface Mechanism {
  id: string;
  title: string;
  explanation: string;
  source: string;
  posting: string;
  kernel: string;
  requires: string[];
  excludes: string[];
  assumed: boolean;
}

/** A counter or gauge with its meaning. */
export interface Definition {
  name: string;
  explanation: string;
}

/** The kernels and the switches that the engine knows, independent of a scenario. */
export interface Catalogue {
  presets: Preset[];
  mechanisms: Mechanism[];
}

/** Everything that it knows by name. */
export interface WholeCatalogue extends Catalogue {
  counters: Definition[];
  gauges: Definition[];
}

/** Something wrong with a scenario: which field, what, and how to mend it. */
export interface Problem {
  field: string;
  problem: string;
  mend: string;
}

/** A zone of a running machine. */
export interface ZoneDescription {
  name: string;
  frames: number;
  base_pfn: number;
  min: number;
  low: number;
  high: number;
  protection: number[];
  present: number;
}

/** What a task is. */
export type TaskKind = 'user' | 'kswapd' | 'flusher' | 'daemon';

/** A running machine: constant from its start to its end. */
export interface Description {
  zones: ZoneDescription[];
  tasks: { name: string; kind: TaskKind }[];
  devices: { name: string }[];
  sample: { name: string; zone: string | null; kind: 'gauge' | 'counter' }[];
  /** Parts of the time that a device takes for a request, by number. */
  parts: string[];
  /** Who sends requests, by number. */
  origins: string[];
  cpus: number;
  workload_bytes: number;
  mechanisms_on: string[];
}

/** A moment that the engine holds to be worth a mark on the timeline. */
export interface Mark {
  name: string;
  at_ns: number;
  text: string;
}

/** What becomes of a page by a decision. */
export type Fate = 'freed' | 'written' | 'kept' | 'activated' | 'rotated' | 'event';

/** One decision about one page, or an event of it. */
export interface Decision {
  at_ns: number;
  /** Physical page frame number. */
  pfn: number;
  zone: string;
  /** Frame, counted from the start of the zone. */
  frame: number;
  context: string;
  priority: number | null;
  function: string;
  reason: string;
  fate: Fate;
  text: string;
  mechanism: string | null;
}

/** A page frame at a moment. */
export interface FrameInfo {
  zone: string;
  frame: number;
  pfn: number;
  /** What it holds, in words. */
  holds: string;
  /** The kernel's names of its flags. */
  flags: string[];
  list: string | null;
  /** Pages between it and the tail of its list. */
  behind: number | null;
  list_length: number | null;
  /** Names of tasks that wait for it. */
  waiters: string[];
  /** The page that it holds, if that has a name. */
  page: PageName | null;
}

/** A page by what it is called in every lane: a file by its maker, and how many that had made before. */
export type PageName =
  | { kind: 'file'; by: string | null; nth: number; index: number }
  | { kind: 'block_device'; filesystem: number; index: number }
  | { kind: 'anon'; space: number; vpn: number };

/** Where a page is. */
export type PageFound =
  | { where: 'memory'; frame: FrameInfo }
  | { where: 'swap'; slot: number }
  | { where: 'nowhere' }
  | { where: 'no_file' };

/** The life of a watched frame, oldest first, and how much of its end there was no room for. */
export interface PageLife {
  decisions: Decision[];
  left_out: number;
}

/** Where a search for the first difference between two lanes stands. */
export type PartingStanding =
  | { status: 'searching'; now_ns: number }
  | { status: 'found'; same: number; a: Decision | null; b: Decision | null }
  | { status: 'none' };

/** What a run can be stepped by, in the numbers of the engine. */
export const UNITS = ['event', 'decision', 'batch'] as const;

/** What a run can be stepped by. */
export type Unit = (typeof UNITS)[number];

/** Answer of `check`. */
export type CheckResult =
  { scenario: Scenario; problems?: undefined } | { scenario?: undefined; problems: Problem[] };

/** What a link says of the view, in the words of its JSON. */
export interface LinkView {
  at_ns?: number;
  pin?: { lane: string; zone: string; frame: number };
  view?: { zone: string; from: number; frames: number };
  /** Of lanes A and B, 16 hexadecimal digits each. */
  digests?: [string, string];
}

/** Answer of `decode_link`; without a scenario nothing could be used. */
export interface DecodeResult {
  scenario?: Scenario;
  view: LinkView;
  problems: Problem[];
}

/** The face of a machine that runs: the class that the engine's bindings export. */
export interface Machine {
  describe(): string;
  run(untilNs: number, maxEvents: number): number;
  step(): boolean;
  now_ns(): number;
  sample(): Float64Array;
  set_mechanism(id: string, on: boolean): void;
  interventions(): string;
  draw_map(
    zone: number,
    firstFrame: number,
    frames: number,
    cells: number,
    palette: Uint32Array,
  ): number;
  list_profile(zone: number, list: number, bins: number): Float64Array;
  timeline(): Float64Array;
  requests(): Float64Array;
  device_time(device: number): Float64Array;
  open_units(device: number): Float64Array;
  marks(): string;
  decisions(): string;
  digest(): string;
  settled(): boolean;
  finished(): boolean;
  frames(zone: number, first: number, count: number): Uint32Array;
  frame(zone: number, frame: number): string;
  find_page(page: string): string;
  lists(): Uint32Array;
  watch(zone: number, frame: number): boolean;
  life(): string;
  note_everything(capacity: number): void;
  noted_since(cursor: number): string;
  count(unit: number): number;
  run_to_count(unit: number, count: number, maxEvents: number): number;
  free(): void;
}

/** Answers of `Machine.run`. */
export const RUN_REACHED = 0;
/** The budget of events was used up. */
export const RUN_BUDGET = 1;
/** The workload is done. */
export const RUN_DONE = 2;

/** Colours that `draw_map` takes, in this order. */
export const PAGE_STATES = [
  'free',
  'cleanInactive',
  'cleanActive',
  'dirty',
  'writeback',
  'anon',
  'kernel',
  'isolated',
] as const;

/** State of a page as the page map shows it. */
export type PageState = (typeof PAGE_STATES)[number];

/** List number of inactive_file in `list_profile`. */
export const INACTIVE_FILE = 2;

export type { Intervention, Scenario };
