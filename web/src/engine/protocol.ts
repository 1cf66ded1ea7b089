/** The messages between the page and the worker of a lane, and the words of a frame that has a cell of its own. */
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
  /** Where a ribbon has no pages. */
  ground: string;
  /** What the map lies on. */
  frame: string;
  /** What the others fade to beside free frames. */
  shade: string;
}

/** How the lane is drawn. */
export interface LaneView {
  layout: LaneLayout;
  pixelRatio: number;
  colours: MapColours;
}

/** What is written on a picture of a lane. */
export interface MapCaption {
  title: string;
  /** Which lane, its kernel, and when. */
  lane: string;
  /** Names of zones, by number. */
  zones: string[];
  legend: readonly (readonly [PageState, string])[];
  /** Colour of the words. */
  ink: string;
}

/** From the page to the worker. `run` numbers the machine: answers of an older machine are dropped. */
export type ToLane =
  | { kind: 'start'; module: WebAssembly.Module; canvas: OffscreenCanvas }
  /** Another canvas, to be drawn on without WebGL. */
  | { kind: 'canvas'; canvas: OffscreenCanvas }
  /** Answered at once, by `alive`: a worker that was killed does not. */
  | { kind: 'ping' }
  | { kind: 'load'; run: number; scenario: string }
  /**
   * To a time, from the last moment before it that is kept; `scenario` makes the machine anew if none is. Where it stays
   * there, the frame that tells so has every detail in it.
   */
  | { kind: 'seek'; run: number; toNs: number; scenario: string; stays: boolean }
  | { kind: 'view'; view: LaneView }
  | { kind: 'picture'; caption: MapCaption }
  | { kind: 'advance'; run: number; untilNs: number; detail: Detail }
  | { kind: 'step'; run: number; unit: Unit }
  /** Back to before the last event, decision or batch; `scenario` as above. */
  | { kind: 'back'; run: number; unit: Unit; scenario: string }
  /** What is this frame? */
  | { kind: 'inspect'; question: number; zone: number; frame: number }
  /** Which states do these frames have? */
  | { kind: 'mixture'; question: number; zone: number; first: number; count: number }
  /** Which state stands out on the canvas. */
  | { kind: 'light'; state: PageState | null }
  /** Where is this page? */
  | { kind: 'find'; question: number; page: PageName }
  | { kind: 'switch'; run: number; mechanism: string; on: boolean }
  | { kind: 'report'; run: number };

/** What a lane sends along with its frames. */
export interface Detail {
  /** Length of the activity strip, virtual nanoseconds. */
  stripNs: number;
}

/** Activity of tasks and devices over the last stretch of time, row by row. */
export interface StripFrame {
  rows: number;
  bins: number;
  fromNs: number;
  toNs: number;
  /** Per bin the state that lasted longest. */
  states: Uint8Array;
  /** Per bin the state that lasted longest beside it, and its share of the bin in 255ths. */
  minor: Uint8Array;
  minorShares: Uint8Array;
  /** Nanoseconds in each state over the whole stretch. */
  totals: Float64Array;
}

/** Where the time of devices goes. */
export interface DeviceFrame {
  /**
   * Nanoseconds over the stretch and bins of the strip: device, bin, part (`STATES` numbers for each bin). A bin lies where
   * its number since time 0 says, modulo the number of bins.
   */
  spent: Float32Array;
  /** Of each device since the start, nanoseconds: time with a request in it, then the sum of each part. */
  totals: Float64Array[];
  /** Of each device: pages of an allocation unit, then number, pages written, 1 if out of order, of each open one. */
  units: Float64Array[];
}

/** What a list ribbon shows, in pages. */
export interface ListTotals {
  zone: number;
  pages: number;
  dirty: number;
  writeback: number;
}

/** Single frames of a zone; three words each: colour and flags (from bit 8), mapping, index in it. */
export interface CloseFrames {
  zone: number;
  first: number;
  words: Uint32Array;
}

/** A lane's state after a slice of work. */
export interface LaneFrame {
  nowNs: number;
  /** The time asked for was reached (or the workload is done). */
  arrived: boolean;
  finished: boolean;
  /** Wall time that was computed for the present target so far. */
  busyMs: number;
  sample: Float64Array;
  /** Samples on the way there, at even distances of virtual time: each its time, then its figures. */
  past: Float64Array;
  strip: StripFrame | null;
  /** Requests that were served over the same stretch: see `REQUEST_NUMBERS`. */
  requests: Float64Array | null;
  /** With the strip. */
  devices: DeviceFrame | null;
  /** The lists as they are drawn. */
  lists: ListTotals[];
  /** The states that the canvas has shown since its view or the moment changed, a bit each in the order of `PAGE_STATES`. */
  shown: number;
  marks: Mark[] | null;
  decisions: Decision[] | null;
  interventions: Intervention[] | null;
  /** The frames of the map, where each has a cell with room for a name. */
  close: CloseFrames | null;
  /** What the kept moments of the run take, bytes. */
  historyBytes: number;
  /** Digest of the whole state; only when the machine stands still and somebody may look. */
  digest: string | null;
  /** Whether a run of the scenario to this time has this digest: after single steps it may not. */
  settled: boolean;
}

/** From the worker to the page. */
export type FromLane =
  | { kind: 'loaded'; run: number; description: Description; renderer: RendererKind }
  | { kind: 'sought'; run: number; nowNs: number }
  | { kind: 'inspected'; question: number; frame: FrameInfo | null }
  | { kind: 'mixed'; question: number; shares: Uint8Array | null }
  | { kind: 'found'; question: number; found: PageFound | null }
  | { kind: 'frame'; run: number; frame: LaneFrame }
  | { kind: 'picture'; picture: Blob | null }
  | { kind: 'refused'; run: number; problems: Problem[] }
  /** Something long goes on; with `answers`, a ping was heard. */
  | { kind: 'alive'; answers: boolean }
  /** What draws the map from now on; null where nothing does, for a reason. */
  | { kind: 'drawing'; renderer: RendererKind | null; reason: string }
  | ({ kind: 'failed' } & LaneFailure);

/** Why a lane cannot go on. */
export interface LaneFailure {
  /** The engine broke one of its own rules; there is no memory; there is no worker; anything else. */
  cause: 'fault' | 'memory' | 'worker' | 'other';
  /** What was thrown. */
  message: string;
  /** Where it was thrown, for whoever fixes it. */
  trace: string;
  /** How far the machine had surely come, virtual nanoseconds; null where there was none. */
  reachedNs: number | null;
}

/** What draws the maps. */
export type RendererKind = 'webgl2' | 'canvas2d';

/** A frame in its own cell. */
export interface CloseFrame {
  state: PageState;
  /** A letter for each state that matters to reclaim: d dirty, w writeback, r referenced, a active, R PG_reclaim. */
  marks: string;
  /** Which page it holds, such as `3:120` for page 120 of file 3; empty for free frames and the kernel's. */
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

/** Reads the words of a frame. */
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
