/** What the Lab does once the first run has begun. */
import { embedded } from '../base/page.ts';
import { current } from '../core/link/address.ts';
import { documentsPart } from '../core/parts/documents.ts';
import { ask } from '../core/parts/part.ts';
import { divergencePart } from '../features/decisions/feature.ts';
import { documentsFirst } from './opening.tsx';
import { offlinePart } from './parts.ts';

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
