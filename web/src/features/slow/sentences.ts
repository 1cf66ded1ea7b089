/** A scene in words. */
import { formatSeconds } from '../../base/format.ts';
import { FLAG, type Decision, type ReasonName, LISTS } from '../../engine/types.ts';
import type { Batch, Scene } from './director.ts';
import type { FrameNumbers } from './frames.ts';

/** A number of pages. */
export function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

/** Name of a list, as people say it. */
export function listName(list: number): string {
  return (LISTS[list % LISTS.length] ?? '').replace('_', ' ');
}

/** What was decided, without who decided it and at which priority: "skipped this page: dirty, and ...". */
export function toldOf({ text, context }: Pick<Decision, 'text' | 'context'>): string {
  return text.slice(context.length + 1).replace(/(?: \(priority \d+\))?\.$/, '');
}

/** Zone, list, priority and time of a scene. */
export function whereOf(scene: Scene, frames: FrameNumbers): string {
  const { batch, atNs, frames: pages } = scene;
  const parts = [`${frames.zoneName(frames.zoneOf(pages[0] ?? 0))} zone`];
  if (batch) {
    parts.push(`${listName(batch.list)} list`);
    if (batch.priority !== null) {
      parts.push(`priority ${batch.priority}`);
    }
  }
  return [...parts, `t = ${formatSeconds(atNs, 6)}`].join(' · ');
}

/** What happens now, in a sentence. */
export function sentenceOf(scene: Scene): string {
  const [event] = scene.events;
  if (!event) {
    return 'Memory as it is at the start: nobody reclaims yet';
  }
  const { batch, kind, frames, picture } = scene;
  if (kind === 'tail' && batch) {
    return `${capital(batch.context)} comes to the tail of the ${listName(batch.list)} list, for ${pagesOf(batch.pages.length)}`;
  }
  if (kind === 'judged' && batch) {
    const at = batch.pages.indexOf(frames[0] ?? -1) + 1;
    return `Page ${at} of ${batch.pages.length}: ${event.context} ${toldOf(event)}`;
  }
  const active = frames.filter((frame) => (picture.flags[frame] ?? 0) & FLAG.active).length;
  return capital((MOVED[event.reason] ?? told)(frames.length, event, active, batch));
}

type Telling = (count: number, event: Decision, active: number, batch: Batch | null) => string;

const told: Telling = (count, event) => `${event.context} ${toldOf(event)} (${pagesOf(count)})`;

const goes = (count: number) => (count === 1 ? 'goes' : 'go');
const their = (count: number) => (count === 1 ? 'its' : 'their');
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** What happened to several pages at once, by the engine's name of it. */
const MOVED: Readonly<Partial<Record<ReasonName, Telling>>> = {
  Isolated: (count, { context }) =>
    `${context} takes ${pagesOf(count)} off the tail: isolated, on no list until judged`,
  PutBack: (count, _, active) =>
    active > 0
      ? `${pagesOf(count)} ${goes(count)} back, ${active} of them to the active list`
      : `${pagesOf(count)} ${goes(count)} back to the head of the list`,
  GivenBack: (count, { context }, _, batch) =>
    batch
      ? `${pagesOf(count)} of the batch ${are(count)} free again`
      : `${context} gives ${pagesOf(count)} back: free again`,
  OnList: (count, { context, priority }) =>
    priority === null
      ? `${pagesOf(count)} new in memory ${goes(count)} from the pagevec to the head of ${their(count)} list`
      : `${context} empties the pagevec first: ${pagesOf(count)} ${goes(count)} to the head of ${their(count)} list`,
  EntersCache: (count, { context }) => `${context} brings ${pagesOf(count)} of a file into memory`,
  EntersAnon: (count, { context }) => `${context} touches new memory: ${pagesOf(count)}`,
  SwappedIn: (count, { context }) => `${context} gets ${pagesOf(count)} back from swap`,
  MarkedReferenced: (count, { context }) =>
    `${context} uses ${pagesOf(count)}, now marked PG_referenced`,
  ActivatedByUse: (count) =>
    `${pagesOf(count)} used again ${goes(count)} to the head of the active list`,
  Dirtied: (count, { context }) => `${context} writes to ${pagesOf(count)}: dirty now`,
  WriteStarted: (count, { context }) =>
    `${context} starts the ${count === 1 ? 'write' : 'writes'} of ${pagesOf(count)}: under writeback now`,
  WriteEnded: (count) =>
    count === 1 ? 'The write of 1 page has ended' : `The writes of ${count} pages have ended`,
  Rotated: (count) =>
    `${pagesOf(count)} whose write has ended ${goes(count)} to the tail, to be freed next`,
  FreedAtCompletion: (count) =>
    `${pagesOf(count)} whose write has ended ${are(count)} freed at once`,
  Deactivated: (count) =>
    `${pagesOf(count)} ${goes(count)} from the tail of the active list to the head of the inactive list`,
  GetsSlot: (count) => `${pagesOf(count)} of anonymous memory ${goes(count)} into the swap cache`,
};

function capital(text: string): string {
  // kswapd0 and dd are names.
  return /^(?:the|direct) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
