/** The studies that come with the app. */

/** A study of the gallery as the list shows it. */
export interface GalleryStudy {
  id: string;
  title: string;
  description: string;
  /** What was asked, by whom and where, what the engine says, and how far to trust it; plain text. */
  paragraphs: readonly string[];
}

// As texts: what is wrong with one is told by the engine when it is opened.
const files = import.meta.glob<string>('../../../../public/studies/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const documents = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.json$/g, ''), text]),
);

/** The list. */
export const gallery: readonly GalleryStudy[] = [...documents]
  .map(([id, text]) => {
    const { title, description = '' } = JSON.parse(text) as { title: string; description?: string };
    return { id, title, description, paragraphs: [] };
  })
  .sort((one, other) => one.title.localeCompare(other.title));

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
