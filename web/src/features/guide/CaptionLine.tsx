/** The line under a lane: describes in plain words what its machine does, from its counters. */
import { useEffect, type ReactElement } from 'react';

import { create } from 'zustand';

import { formatMebibytes, formatSeconds } from '../../base/format.ts';
import type { SampleIndex } from '../../core/figures/history.ts';
import { dirtyShareOf } from '../../core/figures/metrics.ts';
import { meaningOf } from '../../core/lab/kernel-names.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import type { StripFrame } from '../../engine/protocol.ts';
import { STATES } from '../../engine/strip.ts';
import {
  TASK_STATES,
  type Description,
  type FigureName,
  type TaskState,
} from '../../engine/types.ts';

/** Input of `captionOf`. */
export interface CaptionInput {
  index: SampleIndex;
  /** The current sample, and one from shortly before in virtual time. */
  now: Float64Array;
  before: Float64Array;
  nowNs: number;
  /** Virtual time between the two samples. */
  spanNs: number;
  zones: readonly string[];
  /** Names of the tasks that do the work: “dd”, or “dd-1” and “dd-2”. */
  workers: readonly string[];
  /** The task that balance_dirty_pages throttles; null if none, undefined if only the counters are known. */
  throttled?: Throttled | null | undefined;
  /** Whether kswapd was in congestion_wait for a part of the last activity. */
  napping?: boolean;
  finished: boolean;
}

/** Size of a page in bytes. */
const PAGE_BYTES = 4096;
/** The line names a zone only if its dirty share is above this, percent. */
const DIRTY = 33;
/** A scan that frees less than this share of its pages counts as poor. */
const POOR = 0.8;
/**
 * balance_dirty_pages begins to throttle writers halfway between the background limit and the dirty limit. If dirty
 * memory reaches this share of that amount, writers are throttled every few pages.
 */
const NEAR = 0.97;

/** Returns the line: what reclaim does, then what the program does. */
export function captionOf(input: CaptionInput): string {
  const { index, now, nowNs, finished, workers } = input;
  if (finished) {
    const bytes = index.value(now, 'bytes_done');
    const total = workers.length > 1 ? ' in total' : '';
    const work = bytes > 0 ? `: ${formatMebibytes(bytes)}${total}` : '';
    // A program that writes ends before its last pages are on the device. Less than 1 % is not worth a mention.
    const left = (index.value(now, 'nr_dirty') + index.value(now, 'nr_writeback')) * PAGE_BYTES;
    const waits =
      bytes > 0 && left > bytes / 100 ? `; ${formatMebibytes(left)} are not yet on the device` : '';
    return `${doneWords(workers)}${work} in ${formatSeconds(nowNs)}${waits}.`;
  }
  if (nowNs === 0) {
    return 'Nothing has run yet.';
  }
  return `${reclaimWords(input)}; ${workerWords(input)}.`;
}

function reclaimWords(input: CaptionInput): string {
  const { index, now, before } = input;
  const rise = (name: FigureName) => index.value(now, name) - index.value(before, name);
  const where = dirtiest(input);
  if (rise('mm_vmscan_writepage_direct') > 0) {
    return 'Direct reclaim passes dirty file pages to the filesystem, one by one';
  }
  if (rise('mm_vmscan_writepage_kswapd') > 0) {
    return `kswapd writes dirty file pages${where === null ? '' : ` of ${where}`} itself, one by one`;
  }
  if (rise('pswpout') > 0) {
    return 'Reclaim writes anonymous pages to swap';
  }
  if (rise('allocstall') > 0) {
    return 'Programs that need memory must reclaim it themselves';
  }
  const scanned = rise('pgscan_kswapd') + rise('pgscan_direct');
  // The charts show the share of freed pages since the start, which may be high.
  const lately = `In the last ${formatSeconds(input.spanNs, 0)}, kswapd`;
  if (scanned > 0 && where !== null) {
    const poor = rise('pgsteal') < scanned * POOR;
    return poor
      ? `${lately} found mostly dirty pages in ${where} and freed few`
      : `kswapd frees clean pages, but about ${tens(input, where)} % of ${where} is dirty`;
  }
  if (scanned > 0) {
    return rise('pgsteal') < scanned * POOR
      ? `${lately} scanned many pages and freed few`
      : 'kswapd frees clean pages without writing';
  }
  if (input.napping) {
    return 'kswapd pauses in congestion_wait';
  }
  return index.value(now, 'pgscan_kswapd') > 0
    ? 'Enough memory is free: kswapd sleeps'
    : 'Memory fills up: no reclaim yet';
}

/** Returns “dd is done”, or for several tasks “2 tasks of dd are done”. */
function doneWords(workers: readonly string[]): string {
  const [first = 'The program'] = workers;
  const programs = new Set(workers.map((name) => name.replace(/-\d+$/, '')));
  const [program] = programs;
  return workers.length > 1
    ? `${workers.length} tasks${programs.size === 1 ? ` of ${program ?? ''}` : ''} are done`
    : `${first} is done`;
}

function workerWords({ index, now, before, workers, throttled }: CaptionInput): string {
  const [worker = 'The program'] = workers;
  if (throttled?.awaited) {
    return `${throttled.name} (for ${worker}) waits in balance_dirty_pages`;
  }
  if (throttled) {
    return `${throttled.name} waits in balance_dirty_pages`;
  }
  const value = (name: FigureName) => index.value(now, name);
  const limit = (value('nr_dirty_threshold') + value('nr_dirty_background_threshold')) / 2;
  const near = limit > 0 && value('nr_dirty') + value('nr_writeback') >= limit * NEAR;
  if (throttled === undefined && near) {
    return `${worker} waits in balance_dirty_pages`;
  }
  return value('bytes_done') > index.value(before, 'bytes_done')
    ? `${worker} makes progress`
    : `${worker} makes no progress`;
}

/** Returns the zone with the largest share of dirty pages, if that is large enough to matter. */
function dirtiest({ index, now, zones }: CaptionInput): string | null {
  let worst: string | null = null;
  let most = DIRTY;
  for (const zone of zones) {
    const share = dirtyShareOf(index, now, zone);
    if (share > most) {
      most = share;
      worst = zone;
    }
  }
  return worst;
}

/** Dirty share of a zone, rounded to ten percent: more digits would only flicker. */
function tens({ index, now }: CaptionInput, zone: string): number {
  return Math.round(dirtyShareOf(index, now, zone) / 10) * 10;
}

/** Minimum wall time for which a line is shown, so that it can be read. */
export const HOLD_MS = 1500;

/** Keeps each text long enough to be read. When the run is paused, the current text replaces it at once. */
export class HeldText<T> {
  shown: T;
  #sinceMs = -Infinity;

  constructor(first: T) {
    this.shown = first;
  }

  /**
   * Returns the text to show: `text` if `still` is set or the shown text was visible for `HOLD_MS`, otherwise the shown
   * text. Texts are compared by identity.
   */
  take(text: T, wallMs: number, still: boolean): T {
    if (text !== this.shown && (still || wallMs - this.#sinceMs >= HOLD_MS)) {
      this.shown = text;
      this.#sinceMs = wallMs;
    }
    return this.shown;
  }
}

// Finds the task that balance_dirty_pages throttles, from the activity of the lane's tasks.

/**
 * A throttled task, and whether the program waits for it: a program waits, for example, for the fuse daemon that writes
 * its data.
 */
interface Throttled {
  name: string;
  awaited: boolean;
}

/** Share of the range that a task must have spent in a state for the line to name it. */
const LEAST = 0.1;

/** Returns the share of a strip's range that the task in a row spent in a state; 0 if the range is empty. */
function shareIn({ fromNs, toNs, totals }: StripFrame, row: number, state: TaskState): number {
  const spentNs = totals[row * STATES + TASK_STATES.indexOf(state)] ?? 0;
  return toNs > fromNs ? spentNs / (toNs - fromNs) : 0;
}

/** Whether a kswapd of the lane was in congestion_wait. */
export function kswapdNaps(
  { tasks }: Pick<Description, 'tasks'>,
  strip: StripFrame | null,
): boolean {
  return tasks.some(
    ({ kind }, row) =>
      kind === 'kswapd' && strip !== null && shareIn(strip, row, 'congestion_wait') >= LEAST,
  );
}

/** Returns the task that was throttled longest over the range; null if none, undefined if nothing is known. */
export function throttledTask(
  { tasks }: Pick<Description, 'tasks'>,
  strip: StripFrame | null,
): Throttled | null | undefined {
  if (!strip || strip.toNs <= strip.fromNs) {
    return undefined;
  }
  const spent = (row: number, state: TaskState) => shareIn(strip, row, state);
  const rows = tasks.map((task, row) => ({ ...task, held: spent(row, 'throttled') }));
  const most = rows.reduce<(typeof rows)[number] | null>(
    (best, task) => (task.held > Math.max(best?.held ?? 0, LEAST) ? task : best),
    null,
  );
  if (!most) {
    return null;
  }
  const waits = tasks.some(
    ({ kind }, row) => kind === 'user' && spent(row, 'waiting_for_peer') >= LEAST,
  );
  return { name: most.name, awaited: most.kind !== 'user' && waits };
}

/**
 * Virtual time that the line summarizes, nanoseconds; at high speed it is longer, so that the line does not flicker.
 */
const BACK_NS = 2e9;
const BACK_WALL_SECONDS = 0.5;
const BACK_NS_MAX = 20e9;
/**
 * Virtual time that the line summarizes while the run is paused. It does not depend on the speed, so that a link to this
 * moment shows the same line.
 */
const STILL_BACK_NS = 5e9;

const COMPUTING = 'Computing…';

/** The lines of both lanes. They change together, so that both describe the same time. */
const useLines = create<Record<LaneId, string>>()(() => ({ a: '', b: '' }));
const held = new HeldText(useLines.getState());
/** The lanes that the lines describe. */
let lanes: (LaneState | null)[] = [];

function look(): void {
  const { playing, speed, goalNs } = useLab.getState();
  const states = LANES.map((lane) => lab.lanes.state(lane));
  const none = goalNs === null ? '' : COMPUTING;
  const [a = '', b = ''] = states.map((state) => (state ? lineOf(state, speed) : none));
  const { shown } = held;
  const lines = a === shown.a && b === shown.b ? shown : { a, b };
  const others = states.some((state, at) => state !== lanes[at]);
  const over = states.every((state) => state?.finished ?? true);
  const computing = [a, b, shown.a, shown.b].includes(COMPUTING);
  lanes = states;
  useLines.setState(held.take(lines, performance.now(), !playing || others || over || computing));
}

/** Renders the line under a lane. */
export function CaptionLine({ lane }: { lane: LaneId }): ReactElement {
  useEffect(() => {
    look();
    const stops = [ticks.listen('text', look), useLab.subscribe(look)];
    return () => stops.forEach((stop) => stop());
  }, []);
  const line = useLines((lines) => lines[lane]);
  // A name of the kernel in the line; “Kernel terms” below “In plain words” explains it too.
  const [name = ''] = /\bbalance_dirty_pages\b/.exec(line) ?? [];
  return <span title={name && `${name}: ${meaningOf(name)}`}>{line}</span>;
}

function lineOf(state: LaneState, speed: number) {
  const { history, index, now, nowNs, finished, description, strip } = state;
  // During a seek the state changes too fast to be read.
  if (!finished && useLab.getState().goalNs !== null) {
    return COMPUTING;
  }
  const playingNs = Math.min(BACK_NS_MAX, Math.max(BACK_NS, speed * BACK_WALL_SECONDS * 1e9));
  const backNs = useLab.getState().playing ? playingNs : STILL_BACK_NS;
  const row = Math.max(0, history.rowAt(nowNs - backNs));
  return captionOf({
    index,
    now,
    before: history.length > 0 ? history.row(row) : now,
    nowNs,
    spanNs: Math.min(nowNs, backNs),
    zones: description.zones.map(({ name }) => name),
    workers: description.tasks.filter(({ kind }) => kind === 'user').map(({ name }) => name),
    throttled: throttledTask(description, strip),
    napping: kswapdNaps(description, strip),
    finished,
  });
}
