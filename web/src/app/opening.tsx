/** What runs first: what the address says, the last session, or the scenario that the Lab opens with. */
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { embedded } from '../base/page.ts';
import { openOpening } from '../core/gallery/gallery.ts';
import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { Address, current } from '../core/link/address.ts';
import { ask, documentsPart } from '../core/parts/part.tsx';
import { sessionIsKept } from '../core/storage/first-load.ts';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { lessonWaits } from '../features/lessons/store.ts';

/** Who comes by a link, or back to a session, needs what reads documents at once. */
export const documentsFirst = window.location.hash !== '' || (!embedded && sessionIsKept());

/** Opens it. */
export async function openFirst(): Promise<void> {
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
export async function keepSession(): Promise<void> {
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
export function show(page: ReactElement): void {
  root.render(<StrictMode>{page}</StrictMode>);
}
