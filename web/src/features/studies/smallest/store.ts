/** The search for the smallest machine: the form, the progress and the result. */
import { create } from 'zustand';

import { Kept, tabStorage } from '../../../core/storage/storage.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf, sentenceOf } from '../../../engine/problems.ts';
import type { Problem, Scenario } from '../../../engine/types.ts';
import { session } from '../session.ts';
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import {
  conditionText,
  isKept,
  refusalOf,
  startOf,
  wrongIn,
  wrongOf,
  type Asked,
  type Found,
  type KeptSearch,
  type Wrong,
} from './condition.ts';
import { beginSearch, type FromSearcher } from './search.ts';

/** A search in progress. */
export interface Running {
  condition: string;
  startedMs: number;
  /** Wall time so far. */
  wallMs: number;
  /** The progress for the original scenario; null until the worker's first message. */
  before: SearchProgress | null;
  now: SearchProgress | null;
  /** The document of the original scenario as the worker writes it. */
  first: string | null;
  /** The document of the smallest scenario so far; null while the condition is checked. */
  document: string | null;
}

interface SmallestStore {
  /** The link of the scenario; null before the view is opened. */
  link: string | null;
  /** The scenario; null while its link is read, or if the link is invalid. */
  base: Scenario | null;
  /** Problems with the link. */
  problems: readonly Problem[];
  asked: Asked;
  wrong: readonly Wrong[];
  running: Running | null;
  found: Found | null;
  /** Why the search failed. */
  failure: string | null;
  /** Text for screen readers. */
  said: string;
}

const NOTHING: Omit<SmallestStore, 'link'> = {
  base: null,
  problems: [],
  asked: startOf({}),
  wrong: [],
  running: null,
  found: null,
  failure: null,
  said: '',
};

export const useSmallest = create<SmallestStore>()(() => ({ link: null, ...NOTHING }));

/** The tab keeps the form and the result, so that they are still there after a visit to the Lab. */
const kept = new Kept<KeptSearch>(
  tabStorage(),
  'reclaim-lab.smallest',
  'The search for the smallest machine',
  isKept,
);

/** Minimum interval between two announcements of the progress to screen readers. */
const SAY_EVERY_MS = 15_000;

let end: (() => void) | null = null;
let saidMs = 0;

/** Opens the scenario of a link, with the form and the result that the tab last had for it. */
export async function openSmallest(link: string): Promise<void> {
  if (useSmallest.getState().link === link) {
    return;
  }
  stopSearch();
  useSmallest.setState({ ...NOTHING, link });
  try {
    const { scenario, problems } = (await loadDocuments()).decodeLink(link);
    if (useSmallest.getState().link !== link) {
      return;
    }
    useSmallest.setState({ base: scenario ?? null, problems });
    const last = kept.read();
    if (scenario && last?.link === link) {
      useSmallest.setState({ asked: last.asked, found: last.found });
    } else if (scenario) {
      useSmallest.setState({ asked: startOf(scenario) });
    }
  } catch (error) {
    if (useSmallest.getState().link === link) {
      // Reset the link, so that opening the view again makes another attempt.
      useSmallest.setState({ link: null, problems: problemsOf(error) });
    }
  }
}

/** Changes the form. */
export function ask(asked: Partial<Asked>): void {
  useSmallest.setState((state) => ({ asked: { ...state.asked, ...asked }, wrong: [] }));
}

export function startSearch(): void {
  const { base, asked, running } = useSmallest.getState();
  const wrong = wrongIn(asked);
  const worker = base && !running && wrong.length === 0 ? session.searcher() : null;
  if (!base || !worker) {
    useSmallest.setState({ wrong });
    return;
  }
  const condition = conditionText(asked.rows);
  const startedMs = performance.now();
  saidMs = startedMs;
  const nothing = { before: null, now: null, first: null, document: null };
  useSmallest.setState({
    wrong,
    failure: null,
    found: null,
    running: { condition, startedMs, wallMs: 0, ...nothing },
    said: 'Checking the condition',
  });
  const { seeds, tries } = asked;
  const what = { document: JSON.stringify(base), condition, seeds, tries: Number(tries) };
  end = beginSearch(worker.worker, { ...what, module: worker.module }, hear);
}

/** Stops the search; the smallest scenario so far becomes the result. */
export function stopSearch(): void {
  end?.();
  if (useSmallest.getState().running) {
    finish('stopped');
  }
}

function hear(message: FromSearcher): void {
  if (message.kind === 'failed') {
    fail(problemsOf(new Error(message.message)));
    return;
  }
  const { running, asked } = useSmallest.getState();
  if (!running) {
    return;
  }
  const { progress, document } = message;
  if (progress.state === 'refused') {
    const wrong = [refusalOf(progress.problem ?? '', asked.rows)];
    useSmallest.setState({ running: null, wrong, said: '' });
    return;
  }
  const holds = progress.state !== 'checking';
  const first = holds ? (running.first ?? document) : null;
  const wallMs = performance.now() - running.startedMs;
  useSmallest.setState({
    running: {
      ...running,
      wallMs,
      before: progress.tries === 0 ? progress : running.before,
      now: progress,
      first,
      document: holds ? document : null,
    },
  });
  if (progress.state === 'done') {
    finish(progress.tries >= progress.tries_most ? 'all tried' : 'done');
  } else if (performance.now() - saidMs >= SAY_EVERY_MS) {
    saidMs = performance.now();
    useSmallest.setState({ said: `${progress.pages} pages after ${progress.tries} tries` });
  }
}

function fail(problems: readonly Problem[]): void {
  if (problems.some(({ field }) => field !== '')) {
    useSmallest.setState({ running: null, wrong: wrongOf(problems), said: '' });
    return;
  }
  useSmallest.setState({ failure: problems.map(sentenceOf).join(' ') });
  finish('stopped');
}

/** Ends the search; the smallest scenario so far becomes the result. */
function finish(how: Found['how']): void {
  end = null;
  const { running, link, asked } = useSmallest.getState();
  const { before = null, now = null, document = null } = running ?? {};
  if (!running || !before || !now || document === null) {
    useSmallest.setState({ running: null, said: running ? 'Stopped' : '' });
    return;
  }
  const { condition, first } = running;
  const found = { how, condition, before, after: now, document, smaller: document !== first };
  useSmallest.setState({
    running: null,
    found,
    said: found.smaller
      ? `The smallest machine has ${now.pages} pages`
      : 'No smaller machine was found',
  });
  if (link !== null) {
    kept.write({ link, asked, found });
  }
}
