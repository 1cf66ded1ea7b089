/** The Lab's components and its first run; boot.ts starts the engine and the workers beside this. */
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { embedded } from './embed/embedded.ts';
import { Session, sessionIsKept } from './keep/session.ts';
import { OPENING_ID, openingScenario } from './lab/gallery.ts';
import { lab } from './lab/lab.ts';
import { playsByItself } from './lab/motion.ts';
import { useLab } from './lab/store.ts';
import { lessonWaits } from './lessons/waits.ts';
import { Address } from './link/address.ts';
import { current } from './link/current.ts';
import { fetchAhead, firstRun } from './parts/ahead.ts';
import { idle } from './parts/idle.ts';
import { ask, parts } from './parts/parts.ts';
import { startTheme } from './theme/theme.ts';
import { startTypeSize } from './theme/type-size.ts';
import { App } from './ui/App.tsx';

const found = document.getElementById('root');
if (found === null) {
  throw new Error('index.html has no element with the id "root"');
}
const root = createRoot(found);
/** Who comes by a link, or back to a session, needs what reads documents at once. */
const documentsFirst = window.location.hash !== '' || (!embedded && sessionIsKept());

startTheme();
if (!embedded) {
  void startTypeSize();
  show(<App />);
}
// Not awaited here: the parts that are fetched later import from this file, and would wait for its end.
void begin();

function show(page: ReactElement): void {
  root.render(<StrictMode>{page}</StrictMode>);
}

async function begin(): Promise<void> {
  try {
    await open();
  } catch (error) {
    lab.failures.page(error);
  }
  // The first run has the page for itself until it runs.
  await firstRun();
  await idle();
  const documents = documentsFirst ? null : await ask(parts.documents);
  if (documents) {
    current.address?.use(documents);
  }
  if (!embedded || document.querySelector('.decisions')) {
    (await ask(parts.parting))?.partingFinder.start();
  }
  if (!embedded) {
    await fetchAhead();
    // The last of all: a newer version takes over only from a worker that has nothing to do.
    await parts.offline.module?.startOffline();
  }
}

async function open(): Promise<void> {
  // All that is needed is on its way at the same time.
  const [documents] = await Promise.all([
    documentsFirst ? parts.documents.load() : null,
    lab.start(),
    embedded && showEmbedded(),
  ]);
  const address = new Address(documents, { writes: !embedded });
  current.address = address;
  // In a frame of another page nothing is kept, nor is anything of this browser's shown.
  const session = embedded ? null : new Session(address);
  const opened =
    address.openHere(session?.reloadedAtNs()) || (documents && session?.putBack(documents));
  if (!opened) {
    const { notice } = useLab.getState();
    lab.open(openingScenario, OPENING_ID, playsByItself());
    useLab.setState({ notice: notice ?? useLab.getState().notice });
  }
  session?.start();
  if (!embedded && lessonWaits()) {
    await (await ask(parts.lessons))?.openByAddress();
  }
}

async function showEmbedded(): Promise<void> {
  const { EmbedApp } = await import('./embed/EmbedApp.tsx');
  show(<EmbedApp />);
}
