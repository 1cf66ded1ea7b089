/**
 * Starts the Lab step by step, and opens the run that the address or the stored session describes. boot.ts has started
 * the engine and the workers in parallel.
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

/** A link or a kept session needs the documents module at once. */
const documentsFirst = window.location.hash !== '' || (!embedded && sessionIsKept());

/** Opens the run of a link, a kept session, or the opening scenario. */
async function openFirst(): Promise<void> {
  // Load everything in parallel.
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

/** Starts to store the session, if the page opened without one. */
async function keepSession(): Promise<void> {
  const kept = documentsFirst ? null : await fetchSession();
  if (kept && current.address) {
    new kept.Session(current.address).start(documentsPart.module);
  }
}

/**
 * Loads the session module. Returns null if it cannot be fetched; the Lab then runs without it. An embedded page stores
 * nothing.
 */
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

function show(page: ReactElement): void {
  root.render(<StrictMode>{page}</StrictMode>);
}

startTheme();
if (!embedded) {
  void startTypeSize();
  show(<App />);
}
// Do not await `begin` here: parts that are fetched later import this file, and would wait until `begin` has ended.
void begin();

async function begin(): Promise<void> {
  await openFirst().catch((error: unknown) => lab.failures.page(error));
  // Nothing else is fetched or computed until the first run has started.
  await firstRun();
  if (!embedded && new URLSearchParams(window.location.search).has('learn')) {
    useLessons.setState({ listShown: true });
    pauseForReader();
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
    // Do this last, because a newer version takes over only when the service worker is idle.
    await keepOffline();
  }
}

/** Pauses the run that was opened behind the list of lessons until the reader is back in it, as a lesson replaces it. */
function pauseForReader(): void {
  const { playing, goalNs, goesOn, openings } = useLab.getState();
  if (!playing) {
    return;
  }
  lab.play(false);
  const stop = useLessons.subscribe(({ listShown, lesson }) => {
    if (!listShown && !lesson) {
      stop();
      const now = useLab.getState();
      if (now.openings === openings && !now.playing) {
        if (goalNs === null) {
          lab.play(true);
        } else {
          lab.goTo(goalNs, goesOn);
        }
      }
    }
  });
}

/** Loads the documents module, which reads and writes links, unless it was needed to open the first run. */
export async function bringDocuments(): Promise<void> {
  const documents = documentsFirst ? null : await ask(documentsPart);
  if (documents) {
    current.address?.use(documents);
  }
}

/** Starts the search for the first difference of the lanes, if the page shows it. */
export async function findDivergence(): Promise<void> {
  if (!embedded || document.querySelector('.decisions')) {
    (await ask(divergencePart))?.divergenceFinder.start();
  }
}

/** Makes this version of the app available offline. */
export async function keepOffline(): Promise<void> {
  await offlinePart.module?.startOffline();
}
