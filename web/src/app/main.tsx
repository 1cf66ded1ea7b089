/**
 * The Lab, in the order in which it comes to life, and what it opens; boot.ts has started the engine and the workers
 * beside this.
 */
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { embedded, idle } from '../base/page.ts';
import { startTheme } from '../base/theme.ts';
import { openOpening } from '../core/gallery/gallery.ts';
import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { firstRun } from '../core/lab/use-lab.ts';
import { ask, documentsPart } from '../core/parts.tsx';
import { sessionIsKept } from '../core/storage/first-load.ts';
import { startTypeSize } from '../core/type-size.ts';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { lessonWaits, useLessons } from '../features/lessons/store.ts';
import { App } from './App.tsx';
import { fetchAhead, offlinePart } from './parts.tsx';
import { Address, current } from '../core/link/address.ts';
import { divergencePart } from '../features/decisions/feature.tsx';

/** Who comes by a link, or back to a session, needs what reads documents at once. */
const documentsFirst = window.location.hash !== '' || (!embedded && sessionIsKept());

/** Opens it. */
async function openFirst(): Promise<void> {
  // All that is needed is on its way at the same time.
  const [documents, kept] = await Promise.all([
    documentsFirst ? documentsPart.load() : null,
    documentsFirst ? fetchSession() : null,
    lab.start(),
    embedded && showEmbedded(),
  ]);
  const address = new Address(documents, { writes: !embedded });
  current.address = address;
  const session = kept && new kept.Session(address);
  const opened =
    (session ? session.openHere(documents) : address.openHere()) ||
    (documents && session?.putBack(documents));
  if (!opened) {
    const { notice } = useLab.getState();
    openOpening();
    useLab.setState({ notice: notice ?? useLab.getState().notice });
  }
  session?.start(documents);
  if (!embedded && lessonWaits()) {
    await (await ask(lessonsPart))?.openByAddress();
  }
}

/** Keeps the session from now on, for who came with nothing that was kept. */
async function keepSession(): Promise<void> {
  const kept = documentsFirst ? null : await fetchSession();
  if (kept && current.address) {
    new kept.Session(current.address).start(documentsPart.module);
  }
}

/** What keeps the session; null where it cannot be fetched: the Lab runs without it. In a frame nothing is kept. */
async function fetchSession() {
  return embedded ? null : import('../core/storage/session.ts').catch(() => null);
}

async function showEmbedded(): Promise<void> {
  const { EmbedApp } = await import('./EmbedApp.tsx');
  show(<EmbedApp />);
}

const found = document.getElementById('root');
if (found === null) {
  throw new Error('index.html has no element with the id "root"');
}
const root = createRoot(found);

/** Shows a page. */
function show(page: ReactElement): void {
  root.render(<StrictMode>{page}</StrictMode>);
}

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
    void (await import('../features/guide/why.ts')).showWhyOfWhole();
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
