/** The messages between the page and the worker of a lane, and the format of a page frame that has its own cell. */
import type { LaneLayout } from './layout.ts';
import {
  type Decision,
  type Description,
  type FrameInfo,
  type Intervention,
  type Mark,
  type PageFound,
  type PageName,
  type PageState,
  type Problem,
  type Unit,
  COLOUR_BITS,
  FLAG,
  FRAME,
  FRAME_WORDS,
  MAPPING_LIMIT,
  PAGE_STATES,
} from './types.ts';

/** Colours as `#rrggbb`. */
export interface MapColours {
  pages: Record<PageState, string>;
  /** Background of a ribbon without pages. */
  ground: string;
  /** Background of the map. */
  frame: string;
  /** The colour to which other states fade while free frames are highlighted. */
  shade: string;
}

/** How a lane is drawn. */
export interface LaneView {
  layout: LaneLayout;
  pixelRatio: number;
  colours: MapColours;
}

/** The texts on a picture of a lane. */
export interface MapCaption {
  title: string;
  /** The lane, its kernel and the time. */
  lane: string;
  /** Names of zones, by number. */
  zones: string[];
  legend: readonly (readonly [PageState, string])[];
  /** Colour of the text. */
  ink: string;
}

/**
 * Messages to the worker. `run` grows with each `load`, `seek` and `back`; the page drops answers with an older number.
 */
export type ToLane =
  | { kind: 'start'; module: WebAssembly.Module; canvas: OffscreenCanvas }
  /** Another canvas, to draw on without WebGL. */
  | { kind: 'canvas'; canvas: OffscreenCanvas }
  /** Answered immediately with `alive`, unless the worker was killed. */
  | { kind: 'ping' }
  | { kind: 'load'; run: number; scenario: string }
  /**
   * Seeks to a time from a checkpoint before it; if there is none, the worker creates the machine anew from `scenario`.
   * With `stays`, the run pauses at that time, and the last `LaneFrame` has all details.
   */
  | { kind: 'seek'; run: number; toNs: number; scenario: string; stays: boolean }
  | { kind: 'view'; view: LaneView }
  | { kind: 'picture'; caption: MapCaption }
  | { kind: 'advance'; run: number; untilNs: number; detail: Detail }
  | { kind: 'step'; run: number; unit: Unit }
  /** Goes back to the state before the last event, decision or batch; `scenario` as for `seek`. */
  | { kind: 'back'; run: number; unit: Unit; scenario: string }
  /** Asks for the state of a frame. */
  | { kind: 'inspect'; question: number; zone: number; frame: number }
  /** Asks for the shares of states in these frames. */
  | { kind: 'mixture'; question: number; zone: number; first: number; count: number }
  /** Highlights a state on the canvas. */
  | { kind: 'light'; state: PageState | null }
  /** Asks where a page is. */
  | { kind: 'find'; question: number; page: PageName }
  | { kind: 'switch'; run: number; mechanism: string; on: boolean }
  | { kind: 'report'; run: number };

/** Details that a lane sends with each `LaneFrame`. */
export interface Detail {
  /** Length of the activity strip, virtual nanoseconds. */
  stripNs: number;
}

/** Activity of tasks and devices over the last time range, row by row. */
export interface StripFrame {
  rows: number;
  bins: number;
  fromNs: number;
  toNs: number;
  /** The state that took the longest time in each bin. */
  states: Uint8Array;
  /** The state that took the second longest time in each bin, and its share of the bin in 255ths. */
  minor: Uint8Array;
  minorShares: Uint8Array;
  /** Nanoseconds in each state over the whole range. */
  totals: Float64Array;
}

/** How devices spent their time. */
export interface DeviceFrame {
  /**
   * Nanoseconds spent by device, bin and part (`STATES` numbers per bin), for the range and the bins of the strip. The
   * index of a bin is its number since time 0, modulo the number of bins.
   */
  spent: Float32Array;
  /** For each device, nanoseconds since the start: time with at least one request, then the sum of each part. */
  totals: Float64Array[];
  /**
   * For each device: pages per allocation unit; then for each open unit its number, pages written, and 1 if they were
   * out of order.
   */
  units: Float64Array[];
}

/** Content of a list ribbon, in pages. */
export interface ListTotals {
  zone: number;
  pages: number;
  dirty: number;
  writeback: number;
}

/** Single frames of a zone, three words each: colour and flags (from bit 8), mapping, index in the mapping. */
export interface CloseFrames {
  zone: number;
  first: number;
  words: Uint32Array;
}

/** A lane's state after a slice of work. */
export interface LaneFrame {
  nowNs: number;
  /** Whether the requested time was reached, or the workload has ended. */
  arrived: boolean;
  finished: boolean;
  /** Wall time spent computing towards the current target. */
  busyMs: number;
  sample: Float64Array;
  /** Samples since the last `LaneFrame`, at equal intervals of virtual time: the time of each, then its values. */
  past: Float64Array;
  strip: StripFrame | null;
  /** Requests that devices served in the range of the strip, in groups of `REQUEST_NUMBERS`. */
  requests: Float64Array | null;
  /** Sent with the strip. */
  devices: DeviceFrame | null;
  /** The lists as they are drawn. */
  lists: ListTotals[];
  /**
   * Bit mask of the states that the canvas has shown since the view was set or the last seek, in the order of
   * `PAGE_STATES`.
   */
  shown: number;
  marks: Mark[] | null;
  decisions: Decision[] | null;
  interventions: Intervention[] | null;
  /** The frames of the map, if each has a cell with room for a name. */
  close: CloseFrames | null;
  /** Memory of the checkpoints, bytes. */
  historyBytes: number;
  /** Digest of the whole state; only if the machine is paused and all details were requested. */
  digest: string | null;
  /** Whether an uninterrupted run to this time has the same digest; after single steps, the digests may differ. */
  settled: boolean;
}

/** Messages from the worker to the page. */
export type FromLane =
  | { kind: 'loaded'; run: number; description: Description; renderer: RendererKind }
  | { kind: 'sought'; run: number; nowNs: number }
  | { kind: 'inspected'; question: number; frame: FrameInfo | null }
  | { kind: 'mixed'; question: number; shares: Uint8Array | null }
  | { kind: 'found'; question: number; found: PageFound | null }
  | { kind: 'frame'; run: number; frame: LaneFrame }
  | { kind: 'picture'; picture: Blob | null }
  | { kind: 'refused'; run: number; problems: Problem[] }
  /** Sent during long work; with `answers`, it answers a ping. */
  | { kind: 'alive'; answers: boolean }
  /** The renderer from now on; null and a reason if nothing can draw. */
  | { kind: 'drawing'; renderer: RendererKind | null; reason: string }
  | ({ kind: 'failed' } & LaneFailure);

/** Why a lane cannot continue. */
export interface LaneFailure {
  /**
   * `fault`: the engine trapped. `memory`: there is not enough memory. `worker`: there is no worker. `other`: anything
   * else.
   */
  cause: 'fault' | 'memory' | 'worker' | 'other';
  /** The message of the error. */
  message: string;
  /** The stack trace of the error, for bug reports. */
  trace: string;
  /** The last known virtual time of the machine, nanoseconds; null if there was no machine. */
  reachedNs: number | null;
}

/** The kind of renderer of the maps. */
export type RendererKind = 'webgl2' | 'canvas2d';

/** A page frame in a map that is zoomed in so far that each frame has its own cell. */
export interface CloseFrame {
  state: PageState;
  /** One letter per flag that is set: d dirty, w writeback, a active, r referenced, R PG_reclaim, l locked. */
  marks: string;
  /** The page in the frame, such as `3:120` for page 120 of file 3; empty for free frames and the kernel's. */
  page: string;
}

const MARKS: readonly (readonly [number, string])[] = [
  [FLAG.dirty, 'd'],
  [FLAG.writeback, 'w'],
  [FLAG.active, 'a'],
  [FLAG.referenced, 'r'],
  [FLAG.reclaim, 'R'],
  [FLAG.locked, 'l'],
];

/** Parses the words of a frame. */
export function closeFrame(words: Uint32Array, at: number): CloseFrame {
  const word = words[at * FRAME_WORDS + FRAME.state] ?? 0;
  const mapping = words[at * FRAME_WORDS + FRAME.mapping] ?? 0;
  const index = words[at * FRAME_WORDS + FRAME.index] ?? 0;
  const state = PAGE_STATES[word & ((1 << COLOUR_BITS) - 1)] ?? 'free';
  const flags = word >>> COLOUR_BITS;
  const holds = state !== 'free' && state !== 'kernel';
  const marks = MARKS.filter(([flag]) => holds && (flags & flag) !== 0).map(([, mark]) => mark);
  const page = holds && mapping < MAPPING_LIMIT ? `${mapping}:${index}` : '';
  return { state, marks: marks.join(''), page };
}
