/**
 * Makes scenes of what the engine noted in one step, and follows the batches: the pages that one reclaimer took off
 * a list together.
 */
import { FLAG, type Decision, type Fate } from '../../engine/types.ts';
import { listOf, type FrameNumbers, type MovingPicture, type Picture } from './picture.ts';

/** What can become of a page of a batch. */
export type Outcome = Exclude<Fate, 'event' | 'rotated'>;

/** The outcomes in the order of the screen. */
export const OUTCOMES: readonly Outcome[] = ['freed', 'written', 'kept', 'activated'];

/** A batch at a moment; never changed once it is in a scene. */
export interface Batch {
  /** Counts the batches of the run, from 1 on. */
  number: number;
  context: string;
  priority: number | null;
  /** List that it was taken from, `4 zone + list`. */
  list: number;
  /** Frames in the order in which they were taken: the one at the tail first. */
  pages: readonly number[];
  /** What was decided last about each page that was judged. */
  decided: ReadonlyMap<number, Decision>;
  /** Pages that are back on a list or free. */
  gone: ReadonlySet<number>;
  /** Pages of any batch that were rotated to the tail since this one began. */
  rotated: number;
}

/** Whether a decision judges a page of a batch. A page that was used again goes to the active list by no judgement. */
export function isJudgement({ fate, priority, reason }: Decision): boolean {
  return priority !== null && fate !== 'event' && fate !== 'rotated' && reason !== 'ActivatedByUse';
}

/** The batch after one more thing happened to one of its pages. */
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

/** Whether every page has gone its way. */
function isOver({ pages, gone }: Batch): boolean {
  return gone.size === pages.length;
}

/** How many pages came to each outcome, and how many are still to be judged. */
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

/** Pages and reasons that make a batch worth looking for. */
const MIXED = { pages: 16, reasons: 3 };

/** Whether it is large and its pages were decided about for several reasons. */
export function isMixed({ pages, decided }: Batch): boolean {
  const reasons = new Set([...decided.values()].map(({ reason }) => reason));
  return pages.length >= MIXED.pages && reasons.size >= MIXED.reasons;
}

/** What a step of the engine gave. */
interface Step {
  noted: readonly Decision[];
  /** Flags of every frame after it. */
  flags: Uint16Array;
  /** Engine events before this nanosecond. */
  eventsBefore: number;
}

/** Follows the batches of a run and makes its scenes. */
export class Director {
  readonly #frames: FrameNumbers;
  readonly #picture: MovingPicture;
  readonly #holds: (frame: number) => string;
  /** Batches that are under way, the one that moved last at the end. */
  #open: Batch[] = [];
  #batches = 0;
  #scenes = 0;
  #noted = 0;

  constructor(frames: FrameNumbers, picture: MovingPicture, holds: (frame: number) => string) {
    this.#frames = frames;
    this.#picture = picture;
    this.#holds = holds;
  }

  /** The scene before anything happens. */
  start(): Scene {
    return this.#scene('start', [], { eventsBefore: 0, atNs: 0 });
  }

  /** The scenes of a step, in their order. */
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

/** Where the run of events ends that one scene tells: each judgement has a scene of its own. */
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

// One picture of slow motion: what just happened, in the lists, in the batch and in words.

/** `tail`: a batch is about to leave the list. `judged`: one page. `moved`: pages to which the same happened. */
type SceneKind = 'start' | 'tail' | 'judged' | 'moved';

/** A scene. */
export interface Scene {
  /** Counts the scenes of the run from 0 on. */
  number: number;
  kind: SceneKind;
  /** Virtual time, nanoseconds. */
  atNs: number;
  /** Engine events before this nanosecond: where a machine stands that has not yet come to this scene. */
  eventsBefore: number;
  /** Things noted up to and with this scene. */
  noted: number;
  /** What happened, page by page; nothing at the start. */
  events: readonly Decision[];
  /** Frames that it happened to. */
  frames: readonly number[];
  /** Flags of the judged page as reclaim found it. */
  found: number;
  /** What the judged page holds, in words. */
  holds: string;
  /** After it happened. */
  picture: Picture;
  /** The batch that it belongs to, or that is under way meanwhile. */
  batch: Batch | null;
  /** Batches of other reclaimers that are under way. */
  alongside: readonly Batch[];
  /** Whether it is part of reclaim. */
  reclaim: boolean;
}
