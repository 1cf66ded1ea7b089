/** One picture of slow motion: what just happened, in the lists, in the batch and in words. */
import type { Decision } from '../../engine/types.ts';
import type { Batch } from './batch.ts';
import type { Picture } from './picture.ts';

/** `tail`: a batch is about to leave the list. `judged`: one page. `moved`: pages to which the same happened. */
export type SceneKind = 'start' | 'tail' | 'judged' | 'moved';

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
