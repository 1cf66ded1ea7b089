/** The parts of the page that the first run does without. */
import { loadDocuments } from '../engine/documents.ts';
import { useLab } from '../lab/store.ts';
import { Part } from './part.ts';

/** All of them, in the order in which they are fetched ahead. */
export const parts = {
  failure: new Part('The report of what has stopped', () => import('../failure/FailureScreen.tsx')),
  documents: new Part('What reads and writes links', loadDocuments),
  offline: new Part('What keeps the app in this browser', () => import('../offline/start.ts')),
  device: new Part('Where the time of a device goes', () => import('../device/part.tsx')),
  parting: new Part('The search for where the lanes part', () => import('../ui/PartingNote.tsx')),
  close: new Part('The names of page frames', () => import('../ui/map/part.ts')),
  messages: new Part('What is kept in this browser', () => import('../keep/part.ts')),
  largeType: new Part('Large type', () => import('../ui/styles/large.css')),
  verdict: new Part('The verdict on this link', () => import('../ui/VerdictMark.tsx')),
  guide: new Part('The way to a moment', () => import('../guide/part.ts')),
  brush: new Part('Selecting a stretch of time in a chart', () => import('../charts/brush.ts')),
  scenarios: new Part('The list of scenarios', () => import('../ui/ScenariosDialog.tsx')),
  files: new Part('What opens files', () => import('../files/open.ts')),
  tour: new Part('The tour', () => import('../tour/part.ts')),
  lessons: new Part('Lessons', () => import('../lessons/part.ts')),
  counters: new Part('The table of counters', () => import('../ui/CountersDialog.tsx')),
  pinnedPage: new Part('The life of a page', () => import('../ui/PinnedPage.tsx')),
  search: new Part('The search', () => import('../ui/SearchDialog.tsx')),
  slow: new Part('Slow motion', () => import('../slow/part.ts')),
  report: new Part('The report', () => import('../report/ReportDialog.tsx')),
  keys: new Part('The list of keys', () => import('../ui/KeysDialog.tsx')),
} as const;

/** Fetches a part for somebody who waits for it; tells them, and gives null, if that cannot be done. */
export async function ask<M>(part: Part<M>): Promise<M | null> {
  try {
    return await part.load();
  } catch {
    const problem = 'The server does not answer, or has another version of this page by now';
    const mend = 'Try again, or reload the page: scenario, switches and moment are kept';
    useLab.setState({
      notice: {
        tone: 'bad',
        title: `${part.name} could not be fetched`,
        problems: [{ field: '', problem, mend }],
        reload: true,
      },
    });
    return null;
  }
}

/** Begins the tour. */
export async function startTour(): Promise<void> {
  (await ask(parts.tour))?.startTour();
}

/** Covers the page with slow motion. */
export async function openSlowMotion(): Promise<void> {
  (await ask(parts.slow))?.slow.open();
}
