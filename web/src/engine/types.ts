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

/** Everything the engine knows, independent of a scenario. */
export interface Catalogue {
  presets: Preset[];
  mechanisms: Mechanism[];
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

/** One decision about one page. */
export interface Decision {
  at_ns: number;
  pfn: number;
  zone: string;
  context: string;
  priority: number | null;
  function: string;
  reason: string;
  text: string;
  mechanism: string | null;
}

/** Answer of `check`. */
export type CheckResult = { scenario: Scenario; problems?: undefined } | { problems: Problem[] };

/** Answer of `decode_link`: problems alone mean that nothing could be used. */
export interface DecodeResult {
  scenario?: Scenario;
  problems?: Problem[];
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
  marks(): string;
  decisions(): string;
  digest(): string;
  finished(): boolean;
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
