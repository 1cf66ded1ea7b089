/** The studies that come with the app. */

import { readIndex, type StudyTexts } from '../../core/studies/texts.ts';
import indexText from '../../../../public/studies/index.json?raw';

/** A study of the gallery as the list shows it. */
export interface GalleryStudy {
  id: string;
  title: string;
  description: string;
  /** The id of its group; null for a study without texts. */
  group: string | null;
  /** What was asked, by whom and where, what the engine says, and how far to trust it. */
  texts: StudyTexts | null;
}

// As texts: what is wrong with one is told by the engine when it is opened.
const files = import.meta.glob<string>(
  ['../../../../public/studies/*.json', '!../../../../public/studies/index.json'],
  { eager: true, query: '?raw', import: 'default' },
);

const documents = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.json$/g, ''), text]),
);

const index = readIndex(indexText);

const ofTexts = index.studies
  .filter(({ id }) => documents.has(id))
  .map((texts): GalleryStudy => {
    const { id, title, question, group } = texts;
    return { id, title, description: question, group, texts };
  });

const others = [...documents]
  .filter(([id]) => !index.studies.some((texts) => texts.id === id))
  .map(([id, text]): GalleryStudy => {
    const { title, description = '' } = JSON.parse(text) as { title: string; description?: string };
    return { id, title, description, group: null, texts: null };
  });

/** The studies, in the order of the index. */
export const gallery: readonly GalleryStudy[] = [...ofTexts, ...others];

/** The groups of the list, in their order: the threads in which the questions were asked, then the rest. */
export const galleryGroups: readonly { title: string; studies: readonly GalleryStudy[] }[] = [
  ...index.groups.map(({ id, title }) => ({
    title,
    studies: gallery.filter(({ group }) => group === id),
  })),
  { title: 'Examples', studies: gallery.filter(({ group }) => group === null) },
].filter(({ studies }) => studies.length > 0);

/** The document of a study of the gallery; null where there is none of that id. */
export function documentOf(id: string): string | null {
  return documents.get(id) ?? null;
}

/** The result that was computed in advance; null where there is none. */
export async function fetchResult(id: string): Promise<string | null> {
  const response = await fetch(new URL(`computed/studies/${id}.json`, document.baseURI));
  // Some servers answer with a page where a file is missing.
  const found = response.ok && response.headers.get('content-type')?.includes('json');
  if (!found && !response.ok && response.status !== 404) {
    const what = `The result could not be fetched (${response.status} ${response.statusText})`;
    throw new Error(what);
  }
  return found ? response.text() : null;
}
