/**
 * What the page knows of one lane: fed by its worker's frames, read by charts and text; with when its run will be
 * over.
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

/** Virtual time that a headline looks back at least. */
const HEADLINE_NS = 3e9;
/** Wall time for which a headline stands while time runs: long enough to be read. */
const HEADLINE_HOLD_MS = 1500;
/** Bytes of a page. */
const PAGE_BYTES = 4096;

/** A lane that has a machine. */
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
  /** Requests of the same stretch. */
  requests: Float64Array = new Float64Array(0);
  /** Where the time of devices went over the same stretch. */
  devices: DeviceFrame | null = null;
  /** The frames that are shown one by one. */
  close: CloseFrames | null = null;
  /** What the kept moments of the run take, bytes. */
  historyBytes = 0;
  /** What the list ribbons show, by zone. */
  readonly lists = new Map<number, ListTotals>();
  /** States of pages that the canvas shows, a bit each in the order of `PAGE_STATES`. */
  shown = 0;
  /** How far the run is known; going back does not change it. */
  reachedNs = 0;
  /** When it was over, once that is known. */
  endedNs: number | null = null;
  /** Digest of the state while it stands still. */
  digest: string | null = null;
  /** Whether a run of the scenario to this time has this digest. */
  settled = false;
  /** What is going on, in words. */
  headline: Headline = { text: 'Ready', tone: 'neutral' };
  readonly #estimate = new EndEstimate();
  #headlineAtMs = -Infinity;
  /** Where the lane was between one and two holds ago, and less than one: what a headline sums up. */
  #looked = { before: 0, since: 0, sinceMs: -Infinity };

  constructor(description: Description, renderer: RendererKind) {
    this.description = description;
    this.renderer = renderer;
    this.index = new SampleIndex(description.sample);
    // Another engine than the page was built with shows here, not as a chart that is empty.
    [...COUNTERS, ...GAUGES].forEach((name) => this.index.position(name));
    this.history = new SampleHistory(description.sample.length);
    this.now = new Float64Array(description.sample.length);
  }

  /** The map is drawn in another way; null where it is not. */
  drawnBy(renderer: RendererKind | null): void {
    this.renderer = renderer ?? this.renderer;
  }

  /** The machine goes to another time: until it is there, it stands nowhere. */
  leave(): void {
    this.arrived = false;
    this.finished = false;
    this.digest = null;
  }

  /** The machine is at another time. */
  stand(nowNs: number): void {
    this.nowNs = nowNs;
    this.history.stand(nowNs);
    // What tasks and devices did stays in sight until the machine has arrived and tells it anew.
    this.#headlineAtMs = -Infinity;
    this.#looked = { before: nowNs, since: nowNs, sinceMs: -Infinity };
  }

  /** What is known of the time after now is of another run. */
  forgetFuture(): void {
    this.history.forgetAfter(this.nowNs);
    this.reachedNs = this.nowNs;
    this.endedNs = null;
    this.#estimate.forgetAfter(this.nowNs);
  }

  /** Takes a frame from the worker. */
  take(frame: LaneFrame, wallMs: number): void {
    // A frame that only tells more of the same moment has no digest of its own.
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

  /** A value of the newest sample. */
  value(name: FigureName, zone: string | null = null): number {
    return this.index.value(this.now, name, zone);
  }

  /** A headline stands until it can be read; one of a machine that stands still comes at once, for good. */
  #updateHeadline(wallMs: number): void {
    const { history, description, nowNs } = this;
    if (wallMs - this.#looked.sinceMs >= HEADLINE_HOLD_MS) {
      this.#looked = { before: this.#looked.since, since: nowNs, sinceMs: wallMs };
    }
    const still = this.finished || this.digest !== null;
    if (!still && wallMs - this.#headlineAtMs < HEADLINE_HOLD_MS) {
      return;
    }
    // The faster time goes, the longer the stretch that a sentence has to be true of.
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

  /** When the workload was or will be done, as far as can be told; null while it cannot. */
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

/** Virtual time before which a pace says nothing. */
const LEAST_NS = 15e9;
/** The farthest end that is told, as a multiple of the time that was seen. */
const FARTHEST = 30;
/** How far the pace of late may be from that of the time before for either to be believed. */
const PACES_AGREE = 1.5;
/** Share by which a new estimate must differ to take the place of the one that was told. */
const CLEARLY = 0.2;

/** What is known of a run. */
export interface Progress {
  nowNs: number;
  /** Bytes of the workload that are still to do. */
  left: number;
  /**
   * Bytes that were done for good by a time up to now: without those that only wait in memory, which takes them faster
   * than any device.
   */
  doneAt: (ns: number) => number;
}

/** The estimate of one run. */
export class EndEstimate {
  #ns: number | null = null;
  #seenNs = 0;

  /** Virtual time of the end; null while it cannot be known. */
  get ns(): number | null {
    return this.#ns;
  }

  /** Takes how far the run is; a time that was seen before says nothing new. */
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
    } else if (next !== null && (told === null || Math.abs(next - told) > told * CLEARLY)) {
      this.#ns = next;
    }
  }

  /** The time after `nowNs` will be another one. */
  forgetAfter(nowNs: number): void {
    this.#seenNs = nowNs;
    this.#ns = null;
  }
}

/** By the pace of the last half, if that of the last quarter is like it. */
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
