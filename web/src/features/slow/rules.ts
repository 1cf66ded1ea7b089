/** The questions that shrink_page_list asks of a page, in its order, and what they came to for one page. */
import { FLAG, type Decision, type ReasonName } from '../../engine/types.ts';

interface Question {
  question: string;
  /** Decisions that it leads to. */
  reasons: readonly ReasonName[];
  /** Flags without which it is not asked, and why it is not. */
  needs?: readonly [flag: number, without: string];
}

const DIRTY: readonly [number, string] = [FLAG.dirty, 'not dirty'];

const ASKED = [
  { question: 'locked by somebody?', reasons: ['Locked'] },
  { question: 'under writeback?', reasons: ['UnderWriteback'] },
  { question: 'used since the last look?', reasons: ['Activated', 'Referenced'] },
  {
    question: 'anonymous, and no swap slot?',
    reasons: ['NoSwap'],
    needs: [FLAG.swapbacked, 'not anonymous'],
  },
  {
    question: 'dirty: left to the flusher?',
    reasons: ['PassedOverDirect', 'PassedOverKswapd', 'PassedOverPriority', 'PassedOverZone'],
    needs: DIRTY,
  },
  { question: 'dirty and PG_referenced?', reasons: ['DirtyReferenced'], needs: DIRTY },
  { question: 'dirty: forbidden to write here?', reasons: ['MayNotEnter'], needs: DIRTY },
  {
    question: 'dirty: written by pageout?',
    reasons: ['Written', 'Refused', 'Congested', 'ExtraReference'],
    needs: DIRTY,
  },
  { question: 'clean: held by nobody?', reasons: ['Freed', 'NotFreeable'] },
] as const satisfies readonly Question[];

/** Reasons of decisions that a question stands for. */
export type Asked = (typeof ASKED)[number]['reasons'][number];

const QUESTIONS: readonly Question[] = ASKED;

/** Decisions that answer their question with no. */
const NO: ReadonlySet<ReasonName> = new Set<ReasonName>([
  'Refused',
  'Congested',
  'ExtraReference',
  'NotFreeable',
]);

/** A row of the table. */
export interface Row {
  question: string;
  /** What this page answers. */
  answer: string;
  /** Whether it decided. */
  decides: boolean;
}

/** Which question led to a decision; -1 for what is no judgement. */
export function questionOf({ reason }: Pick<Decision, 'reason'>): number {
  return QUESTIONS.findIndex(({ reasons }) => reasons.includes(reason));
}

/** Every question with the answer of a page that reclaim found with these flags. */
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

/** A question with what it decided in a batch so far. */
export interface Tally {
  question: string;
  /** Pages that it decided about. */
  pages: number;
  /** The decisions, each in one of them. */
  decisions: Decision[];
}

/** Every question with the pages of a batch that it decided about. */
export function tallyOf(decided: Iterable<Decision>): Tally[] {
  const all = [...decided];
  return QUESTIONS.map(({ question, reasons }) => {
    const here = all.filter(({ reason }) => reasons.includes(reason));
    const different = new Map(here.map((decision) => [decision.reason, decision]));
    return { question, pages: here.length, decisions: [...different.values()] };
  });
}
