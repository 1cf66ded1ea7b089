/** What the page knows of one lane: fed by its worker's frames, read by charts and text. */
import type {
  CloseFrames,
  DeviceFrame,
  LaneFrame,
  ListTotals,
  RendererKind,
  StripFrame,
} from '../../engine/protocol.ts';
import { COUNTERS, GAUGES, type Description, type FigureName } from '../../engine/types.ts';
import { headlineOf, type Headline } from '../figures/headline.ts';
import { SampleHistory, SampleIndex } from '../figures/history.ts';
import { throughput, type LaneSeries } from '../figures/metrics.ts';

/** Virtual time that a headline looks back. */
const HEADLINE_NS = 3e9;
/** Wall time for which a headline stands before a calmer one may take its place. */
const HEADLINE_HOLD_MS = 1200;

const RANK = { bad: 3, warn: 2, good: 1, neutral: 0 } as const;

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
  #headlineAtMs = -Infinity;

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
    this.strip = null;
    this.requests = new Float64Array(0);
    this.devices = null;
    this.#headlineAtMs = -Infinity;
  }

  /** What is known of the time after now is of another run. */
  forgetFuture(): void {
    this.history.forgetAfter(this.nowNs);
    this.reachedNs = this.nowNs;
    this.endedNs = null;
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
    this.#updateHeadline(wallMs);
  }

  /** A value of the newest sample. */
  value(name: FigureName, zone: string | null = null): number {
    return this.index.value(this.now, name, zone);
  }

  /** A calmer headline waits until the present one has been readable; a worse one does not. */
  #updateHeadline(wallMs: number): void {
    const { history, description } = this;
    const row = Math.max(0, history.rowAt(this.nowNs - HEADLINE_NS));
    const next = headlineOf({
      index: this.index,
      now: this.now,
      before: history.length > 0 ? history.row(row) : this.now,
      nowNs: this.nowNs,
      zones: description.zones.map(({ name }) => name),
      writer: description.tasks.find(({ kind }) => kind === 'user')?.name ?? 'The writer',
      finished: this.finished,
    });
    if (next.text === this.headline.text) {
      if (RANK[next.tone] > 0) {
        this.#headlineAtMs = wallMs;
      }
      return;
    }
    const calmer = RANK[next.tone] < RANK[this.headline.tone];
    if (!calmer || this.finished || wallMs - this.#headlineAtMs >= HEADLINE_HOLD_MS) {
      this.#headlineAtMs = wallMs;
      this.headline = next;
    }
  }

  /** When the workload will be done at the pace of late, as far as can be told; null while it cannot. */
  estimateNs(): number | null {
    if (this.endedNs !== null) {
      return this.endedNs;
    }
    const left = this.description.workload_bytes - this.value('bytes_done');
    const megabytesPerSecond = throughput.now(this);
    return left >= 0 && megabytesPerSecond > 0
      ? this.nowNs + (left / megabytesPerSecond) * 1e3
      : null;
  }
}
