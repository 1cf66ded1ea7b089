/**
 * Creates scenes from the events of one engine step, and follows the batches: pages that one reclaimer isolated
 * together.
 */
import { FLAG, type Decision, type Fate } from '../../engine/types.ts';
import { listOf, type FrameNumbers, type MovingPicture, type Picture } from './picture.ts';

/** The possible outcomes for a page of a batch. */
export type Outcome = Exclude<Fate, 'event' | 'rotated'>;

/** The outcomes in the order on the screen. */
export const OUTCOMES: readonly Outcome[] = ['freed', 'written', 'kept', 'activated'];

/** A batch at one moment; immutable once it is in a scene. */
export interface Batch {
  /** Number of the batch in the run, from 1. */
  number: number;
  context: string;
  priority: number | null;
  /** The list from which it was isolated, `4 zone + list`. */
  list: number;
  /** Frames in the order of isolation, from the tail. */
  pages: readonly number[];
  /** The last decision about each judged page. */
  decided: ReadonlyMap<number, Decision>;
  /** Pages that are back on a list or free. */
  gone: ReadonlySet<number>;
  /** Pages of any batch that were rotated to the tail since this one began. */
  rotated: number;
}

/** Whether a decision judges a page of a batch. The activation of a page by an access is not a judgement. */
export function isJudgement({ fate, priority, reason }: Decision): boolean {
  return priority !== null && fate !== 'event' && fate !== 'rotated' && reason !== 'ActivatedByUse';
}

/** Returns the batch after another event about one of its pages. */
function withEvent(batch: Batch, decision: Decision, frame: number): Batch {
  const { reason } = decision;
  if (reason === 'PutBack' || reason === 'GivenBack') {
    return { ...batch, gone: new Set(batch.gone).add(frame) };
  }
  if (isJudgement(decision)) {
    return { ...batch, decided: new Map(batch.decided).set(frame, decision) };
  }
  return batch;
}

/** Whether every page is back on a list or free. */
function isOver({ pages, gone }: Batch): boolean {
  return gone.size === pages.length;
}

/** Returns the number of pages per outcome, and of those still to be judged. */
export function outcomesOf({
  pages,
  decided,
}: Batch): Record<Outcome, number> & { waiting: number } {
  const counts = { freed: 0, written: 0, kept: 0, activated: 0, waiting: 0 };
  for (const page of pages) {
    const fate = decided.get(page)?.fate;
    if (fate === undefined || fate === 'event' || fate === 'rotated') {
      counts.waiting += 1;
    } else {
      counts[fate] += 1;
    }
  }
  return counts;
}

/** Minimum number of pages and of different reasons for a batch to count as mixed. */
const MIXED = { pages: 16, reasons: 3 };

/** Whether a batch is large enough, and its pages were decided for several reasons. */
export function isMixed({ pages, decided }: Batch): boolean {
  const reasons = new Set([...decided.values()].map(({ reason }) => reason));
  return pages.length >= MIXED.pages && reasons.size >= MIXED.reasons;
}

/** Result of an engine step. */
interface Step {
  noted: readonly Decision[];
  /** Flags of every frame after the step. */
  flags: Uint16Array;
  /** Number of engine events with an earlier time. */
  eventsBefore: number;
}

/** Follows the batches of a run and creates its scenes. */
export class Director {
  readonly #frames: FrameNumbers;
  readonly #picture: MovingPicture;
  readonly #holds: (frame: number) => string;
  /** Batches in progress, the one with the latest event last. */
  #open: Batch[] = [];
  #batches = 0;
  #scenes = 0;
  #noted = 0;

  constructor(frames: FrameNumbers, picture: MovingPicture, holds: (frame: number) => string) {
    this.#frames = frames;
    this.#picture = picture;
    this.#holds = holds;
  }

  /** Returns the scene before anything happens. */
  start(): Scene {
    return this.#scene('start', [], { eventsBefore: 0, atNs: 0 });
  }

  /** Returns the scenes of a step in order. */
  scenes(step: Step): Scene[] {
    const frames = step.noted.map((decision) => this.#frames.of(decision));
    const last = new Map(frames.map((frame, at) => [frame, at]));
    const scenes: Scene[] = [];
    for (let from = 0; from < step.noted.length;) {
      const to = endOfRun(step.noted, from);
      const events = step.noted.slice(from, to);
      const settled = events.map((_, at) => {
        const frame = frames[from + at] ?? 0;
        return last.get(frame) === from + at ? (step.flags[frame] ?? 0) : null;
      });
      scenes.push(...this.#run(events, frames.slice(from, to), settled, step.eventsBefore));
      from = to;
    }
    return scenes;
  }

  #run(
    events: readonly Decision[],
    frames: readonly number[],
    settled: readonly (number | null)[],
    eventsBefore: number,
  ): Scene[] {
    const [first] = events;
    const [frame = 0] = frames;
    if (!first) {
      return [];
    }
    const when = { eventsBefore, atNs: first.at_ns };
    const scenes: Scene[] = [];
    const found = this.#picture.flags(frame);
    if (first.reason === 'Isolated') {
      this.#begin(first, frames, found);
      scenes.push(this.#scene('tail', events, when));
    }
    this.#noted += events.length;
    events.forEach((event, at) => {
      const page = frames[at] ?? 0;
      this.#picture.apply(event, page, settled[at] ?? null);
      this.#follow(event, page);
    });
    const kind = isJudgement(first) && this.#batchOf(frame) ? 'judged' : 'moved';
    scenes.push({ ...this.#scene(kind, events, when), found, holds: this.#holds(frame) });
    this.#open = this.#open.filter((batch) => !isOver(batch));
    return scenes;
  }

  #begin({ context, priority }: Decision, pages: readonly number[], flags: number): void {
    this.#batches += 1;
    this.#open.push({
      number: this.#batches,
      context,
      priority,
      list: listOf(this.#frames.zoneOf(pages[0] ?? 0), flags & ~FLAG.active),
      pages,
      decided: new Map(),
      gone: new Set(),
      rotated: 0,
    });
  }

  #follow(event: Decision, frame: number): void {
    if (event.reason === 'Rotated') {
      this.#open = this.#open.map((batch) => ({ ...batch, rotated: batch.rotated + 1 }));
      return;
    }
    const batch = this.#batchOf(frame);
    if (batch && event.reason !== 'Isolated') {
      const others = this.#open.filter((other) => other !== batch);
      this.#open = [...others, withEvent(batch, event, frame)];
    }
  }

  #batchOf(frame: number): Batch | undefined {
    return this.#open.find(({ pages, gone }) => pages.includes(frame) && !gone.has(frame));
  }

  #scene(
    kind: SceneKind,
    events: readonly Decision[],
    when: Pick<Scene, 'atNs' | 'eventsBefore'>,
  ): Scene {
    const batch = this.#open.at(-1) ?? null;
    const number = this.#scenes;
    this.#scenes += 1;
    const [first] = events;
    return {
      ...when,
      number,
      kind,
      noted: this.#noted,
      events,
      frames: events.map((event) => this.#frames.of(event)),
      found: 0,
      holds: '',
      picture: this.#picture.copy(),
      batch,
      alongside: this.#open.slice(0, -1),
      reclaim: first !== undefined && isOfReclaim(first, batch),
    };
  }
}

function isOfReclaim({ priority, fate, reason }: Decision, batch: Batch | null): boolean {
  return priority !== null || fate !== 'event' || (batch !== null && reason === 'Isolated');
}

/** Returns the end of the series of events that one scene shows: each judgement has its own scene. */
function endOfRun(noted: readonly Decision[], from: number): number {
  const first = noted[from];
  let to = from + 1;
  while (first && !isJudgement(first) && to < noted.length) {
    const next = noted[to];
    if (next?.reason !== first.reason || next.context !== first.context) {
      break;
    }
    to += 1;
  }
  return to;
}

// A scene of slow motion: what just happened, in the lists, in the batch and in words.

/** `tail`: a batch is about to be isolated. `judged`: one page was judged. `moved`: the same happened to some pages. */
type SceneKind = 'start' | 'tail' | 'judged' | 'moved';

export interface Scene {
  /** Number of the scene in the run, from 0. */
  number: number;
  kind: SceneKind;
  /** Virtual time, nanoseconds. */
  atNs: number;
  /**
   * Number of engine events with an earlier time: a machine that has run that many events is just before this scene.
   */
  eventsBefore: number;
  /** Number of events recorded up to and including this scene. */
  noted: number;
  /** The events, page by page; empty at the start. */
  events: readonly Decision[];
  /** Frames of the events. */
  frames: readonly number[];
  /** Flags of the judged page when reclaim found it. */
  found: number;
  /** Describes the content of the judged page. */
  holds: string;
  /** Lists and flags after the events. */
  picture: Picture;
  /** The batch that this scene is about, or else the batch in progress with the latest event. */
  batch: Batch | null;
  /** Batches of other reclaimers in progress. */
  alongside: readonly Batch[];
  /** Whether the scene is part of reclaim. */
  reclaim: boolean;
}
