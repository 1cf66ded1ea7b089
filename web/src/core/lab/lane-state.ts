/**
 * The page's copy of the state of one lane: each `LaneFrame` of the worker updates it, and charts and texts read it.
 * Includes an estimate of when the run will end.
 */
import type {
  CloseFrames,
  DeviceFrame,
  LaneFrame,
  ListTotals,
  RendererKind,
  StripFrame,
} from '../../engine/protocol.ts';
import { COUNTERS, GAUGES, type Description, type FigureName } from '../../engine/types.ts';
import { headlineOf, type Headline } from '../figures/sentences.ts';
import { SampleHistory, SampleIndex } from '../figures/history.ts';
import type { LaneSeries } from '../figures/metrics.ts';

/** Minimum virtual time that a headline summarizes. */
const HEADLINE_NS = 3e9;
/** Wall time for which a headline stays while the run plays, so that it can be read. */
const HEADLINE_HOLD_MS = 1500;
/** Size of a page in bytes. */
const PAGE_BYTES = 4096;

/** The state of a lane that has a machine. */
export class LaneState implements LaneSeries {
  readonly description: Description;
  renderer: RendererKind;
  readonly index: SampleIndex;
  readonly history: SampleHistory;
  now: Float64Array;
  nowNs = 0;
  arrived = false;
  finished = false;
  busyMs = 0;
  strip: StripFrame | null = null;
  /** Requests in the time range of `strip`. */
  requests: Float64Array = new Float64Array(0);
  /** How devices spent their time in the same range. */
  devices: DeviceFrame | null = null;
  /** The page frames that are shown individually. */
  close: CloseFrames | null = null;
  /** Memory of the checkpoints, bytes. */
  historyBytes = 0;
  /** Data of the list ribbons, by zone. */
  readonly lists = new Map<number, ListTotals>();
  /** Bit mask of the page states that the canvas shows, in the order of `PAGE_STATES`. */
  shown = 0;
  /** The latest time that the run has reached; a seek back does not change it. */
  reachedNs = 0;
  /** When the run ended; null if not known. */
  endedNs: number | null = null;
  /** Digest of the state while the run is paused. */
  digest: string | null = null;
  /** Whether an uninterrupted run of the scenario to this time has the same digest. */
  settled = false;
  /** Describes what the machine does now. */
  headline: Headline = { text: 'Ready', tone: 'neutral' };
  readonly #estimate = new EndEstimate();
  #headlineAtMs = -Infinity;
  /**
   * Virtual times of the lane: `since` less than one hold period ago, and `before` between one and two hold periods
   * ago. The headline summarizes the run since `before`.
   */
  #looked = { before: 0, since: 0, sinceMs: -Infinity };

  constructor(description: Description, renderer: RendererKind) {
    this.description = description;
    this.renderer = renderer;
    this.index = new SampleIndex(description.sample);
    // An engine other than the one with which the page was built fails here, instead of showing empty charts.
    [...COUNTERS, ...GAUGES].forEach((name) => this.index.position(name));
    this.history = new SampleHistory(description.sample.length);
    this.now = new Float64Array(description.sample.length);
  }

  /** Sets the renderer that draws the map; null (the map is not drawn) keeps the previous one. */
  drawnBy(renderer: RendererKind | null): void {
    this.renderer = renderer ?? this.renderer;
  }

  /** Called when the machine starts to seek; it has no current time until it arrives. */
  leave(): void {
    this.arrived = false;
    this.finished = false;
    this.digest = null;
  }

  /** Called when the machine has arrived at another time after a seek. */
  stand(nowNs: number): void {
    this.nowNs = nowNs;
    this.history.stand(nowNs);
    // Strips and requests of the old time stay visible until the machine reports new ones.
    this.#headlineAtMs = -Infinity;
    this.#looked = { before: nowNs, since: nowNs, sinceMs: -Infinity };
  }

  /** Forgets the known future, because the run will differ from now on. */
  forgetFuture(): void {
    this.history.forgetAfter(this.nowNs);
    this.reachedNs = this.nowNs;
    this.endedNs = null;
    this.#estimate.forgetAfter(this.nowNs);
  }

  /** Stores a state that the worker has sent. */
  take(frame: LaneFrame, wallMs: number): void {
    // A second `LaneFrame` of the same state, with further details, has no digest: keep the current one.
    const stands = frame.arrived && frame.nowNs === this.nowNs;
    this.digest = frame.digest ?? (stands ? this.digest : null);
    this.now = frame.sample;
    this.nowNs = frame.nowNs;
    this.arrived = frame.arrived;
    this.finished = frame.finished;
    this.reachedNs = Math.max(this.reachedNs, frame.nowNs);
    if (frame.finished) {
      this.endedNs = frame.nowNs;
    }
    this.busyMs = frame.busyMs;
    const width = frame.sample.length + 1;
    this.history.stand(frame.nowNs);
    for (let at = 0; at + width <= frame.past.length; at += width) {
      this.history.add(frame.past[at] ?? 0, frame.past.subarray(at + 1, at + width));
    }
    this.strip = frame.strip ?? this.strip;
    this.requests = frame.requests ?? this.requests;
    this.devices = frame.devices ?? this.devices;
    this.close = frame.close ?? this.close;
    this.historyBytes = frame.historyBytes;
    for (const list of frame.lists) {
      this.lists.set(list.zone, list);
    }
    this.shown = frame.shown;
    this.settled = frame.settled;
    this.#updateEstimate();
    this.#updateHeadline(wallMs);
  }

  /** A figure of the newest sample. */
  value(name: FigureName, zone: string | null = null): number {
    return this.index.value(this.now, name, zone);
  }

  /**
   * Updates the headline. While the run plays, a headline stays until it can be read; when it pauses, the final one
   * appears at once.
   */
  #updateHeadline(wallMs: number): void {
    const { history, description, nowNs } = this;
    if (wallMs - this.#looked.sinceMs >= HEADLINE_HOLD_MS) {
      this.#looked = { before: this.#looked.since, since: nowNs, sinceMs: wallMs };
    }
    const still = this.finished || this.digest !== null;
    if (!still && wallMs - this.#headlineAtMs < HEADLINE_HOLD_MS) {
      return;
    }
    // At a higher speed, a headline must describe a longer time range.
    const row = Math.max(0, history.rowAt(Math.min(nowNs - HEADLINE_NS, this.#looked.before)));
    const next = headlineOf({
      index: this.index,
      now: this.now,
      before: history.length > 0 ? history.row(row) : this.now,
      nowNs,
      zones: description.zones.map(({ name }) => name),
      writer: description.tasks.find(({ kind }) => kind === 'user')?.name ?? 'The writer',
      finished: this.finished,
    });
    if (next.text !== this.headline.text) {
      this.#headlineAtMs = wallMs;
      this.headline = next;
    }
  }

  /** When the workload ended, or an estimate of when it will; null if unknown. */
  estimateNs(): number | null {
    return this.endedNs ?? this.#estimate.ns;
  }

  #updateEstimate(): void {
    const { history, nowNs } = this;
    const doneBy = (sample: Float64Array) => {
      const waiting = ['nr_dirty', 'nr_writeback'] as const;
      const pages = waiting.reduce((sum, name) => sum + this.index.value(sample, name), 0);
      return this.index.value(sample, 'bytes_done') - pages * PAGE_BYTES;
    };
    this.#estimate.take({
      nowNs,
      left: this.description.workload_bytes - this.value('bytes_done'),
      doneAt: (ns) => {
        const row = ns >= nowNs ? -1 : history.rowAt(ns);
        return ns >= nowNs ? doneBy(this.now) : row < 0 ? 0 : doneBy(history.row(row));
      },
    });
  }
}

/** Virtual time before which there is no estimate, because the pace is not representative yet. */
const LEAST_NS = 20e9;
/** Maximum estimate, as a multiple of the virtual time so far. */
const FARTHEST = 30;
/**
 * Maximum ratio between the paces of the second half of the run and of its last quarter, in either direction; above it,
 * there is no estimate.
 */
const PACES_AGREE = 1.5;
/** Minimum change for which a new estimate replaces the one shown, as a share of the time that remains. */
const CLEARLY = 0.2;

/** The progress of a run. */
export interface Progress {
  nowNs: number;
  /** Bytes of the workload that remain. */
  left: number;
  /**
   * Returns the bytes completed by a time, at the latest now. Dirty and writeback pages do not count: memory absorbs
   * data faster than any device.
   */
  doneAt: (ns: number) => number;
}

/** The estimate for one run. */
export class EndEstimate {
  #ns: number | null = null;
  #seenNs = 0;

  /** Estimated virtual time of the end; null while it is unknown. */
  get ns(): number | null {
    return this.#ns;
  }

  /** Updates the estimate; a time that was seen before is ignored. */
  take(progress: Progress): void {
    const { nowNs } = progress;
    if (nowNs <= this.#seenNs) {
      return;
    }
    this.#seenNs = nowNs;
    const next = endOf(progress);
    const told = this.#ns;
    if (told !== null && told <= nowNs) {
      this.#ns = next;
    } else if (
      next !== null &&
      (told === null || Math.abs(next - told) > (told - nowNs) * CLEARLY)
    ) {
      this.#ns = next;
    }
  }

  /** Resets the estimate, because the run will differ after `nowNs`. */
  forgetAfter(nowNs: number): void {
    this.#seenNs = nowNs;
    this.#ns = null;
  }
}

/**
 * Estimates the end from the pace of the second half of the run so far, if the pace of the last quarter is similar: many
 * runs slow down once memory is full, so the pace since the start would be too high.
 */
function endOf({ nowNs, left, doneAt }: Progress): number | null {
  const paceSince = (ns: number) => (doneAt(nowNs) - doneAt(ns)) / (nowNs - ns);
  const half = paceSince(nowNs / 2);
  const quarter = paceSince((nowNs * 3) / 4);
  const agree = half < quarter * PACES_AGREE && quarter < half * PACES_AGREE;
  if (nowNs < LEAST_NS || left < 0 || half <= 0 || !agree) {
    return null;
  }
  const endNs = nowNs + left / half;
  return endNs <= nowNs * FARTHEST ? endNs : null;
}
