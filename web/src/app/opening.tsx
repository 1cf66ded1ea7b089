/** What runs first: what the address says, the last session, or the scenario that the Lab opens with. */
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { embedded } from '../base/page.ts';
import { openOpening } from '../core/gallery/gallery.ts';
import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { Address, current } from '../core/link/address.ts';
import { documentsPart } from '../core/parts/documents.ts';
import { ask } from '../core/parts/part.ts';
import { Session, sessionIsKept } from '../core/storage/session.ts';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { lessonWaits } from '../features/lessons/store.ts';

/** Who comes by a link, or back to a session, needs what reads documents at once. */
export const documentsFirst = window.location.hash !== '' || (!embedded && sessionIsKept());

/** Opens it. */
export async function openFirst(): Promise<void> {
  // All that is needed is on its way at the same time.
  const [documents] = await Promise.all([
    documentsFirst ? documentsPart.load() : null,
    lab.start(),
    embedded && showEmbedded(),
  ]);
  const address = new Address(documents, { writes: !embedded });
  current.address = address;
  // In a frame of another page nothing is kept, nor is anything of this browser's shown.
  const session = embedded ? null : new Session(address);
  const opened =
    (session ? session.openHere(documents) : address.openHere()) ||
    (documents && session?.putBack(documents));
  if (!opened) {
    const { notice } = useLab.getState();
    openOpening();
    useLab.setState({ notice: notice ?? useLab.getState().notice });
  }
  session?.start();
  if (!embedded && lessonWaits()) {
    await (await ask(lessonsPart))?.openByAddress();
  }
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
