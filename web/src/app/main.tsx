/** The Lab, in the order in which it comes to life; boot.ts has started the engine and the workers beside this. */
import { embedded, idle } from '../base/page.ts';
import { startTheme } from '../base/theme/theme.ts';
import { lab } from '../core/lab/lab.ts';
import { firstRun } from '../core/lab/use-lab.ts';
import { ask, documentsPart } from '../core/parts/part.tsx';
import { startTypeSize } from '../core/type-size.ts';
import { useLessons } from '../features/lessons/store.ts';
import { App } from './App.tsx';
import { documentsFirst, keepSession, openFirst, show } from './opening.tsx';
import { fetchAhead, offlinePart } from './parts.ts';
import { current } from '../core/link/address.ts';
import { divergencePart } from '../features/decisions/feature.ts';

startTheme();
if (!embedded) {
  void startTypeSize();
  show(<App />);
}
// Not awaited here: the parts that are fetched later import from this file, and would wait for its end.
void begin();

async function begin(): Promise<void> {
  await openFirst().catch((error: unknown) => lab.failures.page(error));
  // The first run has the page for itself until it runs.
  await firstRun();
  if (!embedded && new URLSearchParams(window.location.search).has('learn')) {
    useLessons.setState({ listShown: true });
  }
  if (new URLSearchParams(window.location.search).has('why')) {
    void (await import('../features/guide/whole-run.ts')).showWhyOfWhole();
  }
  await idle();
  await bringDocuments();
  await keepSession();
  await findDivergence();
  if (!embedded) {
    await fetchAhead();
    // The last of all: a newer version takes over only from a worker that has nothing to do.
    await keepOffline();
  }
}

/** Fetches what reads and writes links, where that was not needed to open the first run. */
export async function bringDocuments(): Promise<void> {
  const documents = documentsFirst ? null : await ask(documentsPart);
  if (documents) {
    current.address?.use(documents);
  }
}

/** Begins to search for where the lanes part, if the page has a place to tell it. */
export async function findDivergence(): Promise<void> {
  if (!embedded || document.querySelector('.decisions')) {
    (await ask(divergencePart))?.divergenceFinder.start();
  }
}

/** Keeps this version of the app in the browser. */
export async function keepOffline(): Promise<void> {
  await offlinePart.module?.startOffline();
}
