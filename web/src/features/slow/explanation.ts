/**
 * Describes a scene in words, and lists the questions of shrink_page_list in its order, with the answers for one page.
 */
import { formatSeconds } from '../../base/format.ts';
import { FLAG, type Decision, type ReasonName, LISTS } from '../../engine/types.ts';
import type { Batch, Scene } from './director.ts';
import type { FrameNumbers } from './picture.ts';

/** Formats a number of pages. */
export function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

/** Returns the usual name of a list. */
export function listName(list: number): string {
  return (LISTS[list % LISTS.length] ?? '').replace('_', ' ');
}

/** Returns the text of a decision without the task and the priority: "skipped this page: dirty, and ...". */
export function toldOf({ text, context }: Pick<Decision, 'text' | 'context'>): string {
  return text.slice(context.length + 1).replace(/(?: \(priority \d+\))?\.$/, '');
}

/** Returns the zone, list, priority and time of a scene. */
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

/** Describes the scene in one sentence. */
export function sentenceOf(scene: Scene): string {
  const [event] = scene.events;
  if (!event) {
    return 'Memory at the start: no reclaim yet';
  }
  const { batch, kind, frames, picture } = scene;
  if (kind === 'tail' && batch) {
    return `${capital(batch.context)} starts a batch of ${pagesOf(batch.pages.length)} at the tail of the ${listName(batch.list)} list`;
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

const newPagesOf = (count: number) => pagesOf(count).replace(' ', ' new ');
const goes = (count: number) => (count === 1 ? 'goes' : 'go');
const their = (count: number) => (count === 1 ? 'its' : 'their');
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** Sentences for events about several pages, by the engine's name of the event. */
const MOVED: Readonly<Partial<Record<ReasonName, Telling>>> = {
  Isolated: (count, { context }) =>
    `${context} takes ${pagesOf(count)} off the tail: isolated, on no list until the decision`,
  PutBack: (count, _, active) =>
    active > 0
      ? `${pagesOf(count)} ${goes(count)} back, ${active} of them to the active list`
      : `${pagesOf(count)} ${goes(count)} back to the head of the list`,
  GivenBack: (count, { context }, _, batch) =>
    batch
      ? `${pagesOf(count)} of the batch ${are(count)} free again`
      : `${context} freed ${pagesOf(count)}`,
  OnList: (count, { context, priority }) =>
    priority === null
      ? `${newPagesOf(count)} ${goes(count)} from the pagevec to the head of ${their(count)} list`
      : `${context} empties the pagevec first: ${pagesOf(count)} ${goes(count)} to the head of ${their(count)} list`,
  EntersCache: (count, { context }) =>
    `${context} adds ${pagesOf(count)} of a file to the page cache`,
  EntersAnon: (count, { context }) => `${context} touches new memory: ${pagesOf(count)}`,
  SwappedIn: (count, { context }) => `${context} reads ${pagesOf(count)} back from swap`,
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
  // kswapd0 and dd are names, so they stay in lower case.
  return /^(?:the|direct) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

interface Question {
  question: string;
  /** Reasons of the decisions to which the question leads. */
  reasons: readonly ReasonName[];
  /** The flag without which the question is not asked, and the text for that case. */
  needs?: readonly [flag: number, without: string];
}

const DIRTY: readonly [number, string] = [FLAG.dirty, 'not dirty'];

const ASKED = [
  { question: 'locked?', reasons: ['Locked'] },
  { question: 'under writeback?', reasons: ['UnderWriteback'] },
  { question: 'used since the last check?', reasons: ['Activated', 'Referenced'] },
  {
    question: 'anonymous, without a swap slot?',
    reasons: ['NoSwap'],
    needs: [FLAG.swapbacked, 'not anonymous'],
  },
  {
    question: 'dirty: left to the flusher?',
    reasons: ['PassedOverDirect', 'PassedOverKswapd', 'PassedOverPriority', 'PassedOverZone'],
    needs: DIRTY,
  },
  { question: 'dirty and PG_referenced?', reasons: ['DirtyReferenced'], needs: DIRTY },
  { question: 'dirty: not allowed to write here?', reasons: ['MayNotEnter'], needs: DIRTY },
  {
    question: 'dirty: written by pageout?',
    reasons: ['Written', 'Refused', 'Congested', 'ExtraReference'],
    needs: DIRTY,
  },
  { question: 'clean: no other references?', reasons: ['Freed', 'NotFreeable'] },
] as const satisfies readonly Question[];

/** Reasons that belong to a question. */
export type Asked = (typeof ASKED)[number]['reasons'][number];

const QUESTIONS: readonly Question[] = ASKED;

/** Reasons that answer their question with no. */
const NO: ReadonlySet<ReasonName> = new Set<ReasonName>([
  'Refused',
  'Congested',
  'ExtraReference',
  'NotFreeable',
]);

/** A row of the table. */
interface Row {
  question: string;
  /** The answer for this page. */
  answer: string;
  /** Whether this question led to the decision. */
  decides: boolean;
}

/** Returns the index of the question that led to a decision; -1 if it was not a judgement. */
export function questionOf({ reason }: Pick<Decision, 'reason'>): number {
  return QUESTIONS.findIndex(({ reasons }) => reasons.includes(reason));
}

/** Returns all questions, with the answers for a page that reclaim found with these flags. */
export function rowsOf(decision: Pick<Decision, 'reason'>, found: number): Row[] {
  const decided = questionOf(decision);
  return QUESTIONS.map(({ question, needs, reasons }, at) => {
    const decides = at === decided;
    const answerOf = (): string => {
      if (decides) {
        return NO.has(decision.reason) ? 'no' : 'yes';
      }
      if (at > decided) {
        return '—';
      }
      if (needs && !(found & needs[0])) {
        return needs[1];
      }
      const used = reasons.includes('Referenced') && found & FLAG.referenced;
      return used ? 'once, not mapped' : 'no';
    };
    return { question, decides, answer: answerOf() };
  });
}

/** A question, with the decisions to which it has led in a batch so far. */
interface Tally {
  question: string;
  /** Number of pages. */
  pages: number;
  /** The decisions, one example per reason. */
  decisions: Decision[];
}

/** Returns all questions, with the pages of a batch that each has decided. */
export function tallyOf(decided: Iterable<Decision>): Tally[] {
  const all = [...decided];
  return QUESTIONS.map(({ question, reasons }) => {
    const here = all.filter(({ reason }) => reasons.includes(reason));
    const different = new Map(here.map((decision) => [decision.reason, decision]));
    return { question, pages: here.length, decisions: [...different.values()] };
  });
}
