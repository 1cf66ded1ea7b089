/** The studies to choose from: those of the gallery, and the user's own, stored in this browser as documents. */
import { create } from 'zustand';

import indexText from '../../../../public/studies/index.json?raw';
import { Kept, lastingStorage } from '../../core/storage/storage.ts';
import { readIndex, type StudyTexts } from '../../core/studies/texts.ts';

/** A study of the gallery as the list shows it. */
export interface GalleryStudy {
  id: string;
  title: string;
  description: string;
  /** The id of its group; null for a study without texts. */
  group: string | null;
  /** The question, who asked it and where, the engine's answer, and how far to trust it. */
  texts: StudyTexts | null;
}

// The studies are imported as text: the engine reports errors when a study is opened.
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

/** The groups of the list, in order: the threads in which the questions were asked, then the rest. */
export const galleryGroups: readonly { title: string; studies: readonly GalleryStudy[] }[] = [
  ...index.groups.map(({ id, title }) => ({
    title,
    studies: gallery.filter(({ group }) => group === id),
  })),
  { title: 'Examples', studies: gallery.filter(({ group }) => group === null) },
].filter(({ studies }) => studies.length > 0);

/** Returns the document of a study of the gallery; null if the id is unknown. */
export function documentOf(id: string): string | null {
  return documents.get(id) ?? null;
}

/** Fetches the result computed in advance; null if there is none. */
export async function fetchResult(id: string): Promise<string | null> {
  const response = await fetch(new URL(`computed/studies/${id}.json`, document.baseURI));
  // Some servers answer with an HTML page if a file is missing.
  const found = response.ok && response.headers.get('content-type')?.includes('json');
  if (!found && !response.ok && response.status !== 404) {
    const what = `The result could not be fetched (${response.status} ${response.statusText})`;
    throw new Error(what);
  }
  return found ? response.text() : null;
}

/** A stored study. Titles are unique. */
interface OwnStudy {
  title: string;
  /** The study as a document; it is validated when it is opened. */
  document: string;
  link: string;
  /** Progress of its runs, once they have started. */
  progress?: { done: number; runs: number };
}

/** Maximum length of a title in the list, characters. */
const TITLE_CHARS_MAX = 200;
const KEY = 'reclaim-lab.own-studies';

interface OwnStore {
  entries: readonly OwnStudy[];
  /** Describes a deletion or a replacement, with the list before it. */
  undo: { text: string; before: readonly OwnStudy[] } | null;
}

/** The list, newest first. */
export const useOwn = create<OwnStore>()(() => ({ entries: [], undo: null }));

function isOwn(value: unknown): value is OwnStudy {
  const entry = value as Partial<OwnStudy> | null;
  return (
    typeof entry?.title === 'string' &&
    typeof entry.document === 'string' &&
    typeof entry.link === 'string' &&
    (entry.progress === undefined ||
      (Number.isSafeInteger(entry.progress.done) && Number.isSafeInteger(entry.progress.runs)))
  );
}

function isList(value: unknown): value is OwnStudy[] {
  return Array.isArray(value) && value.every(isOwn);
}

const kept = new Kept(lastingStorage(), KEY, 'The list of your studies', isList);

/** Reads the list, and follows changes by other tabs. */
export function startOwn(): void {
  const read = () => useOwn.setState({ entries: kept.read() ?? [] });
  read();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === KEY) {
      read();
    }
  });
}

/** Stores the list. If that fails, the list lasts until the page is closed, and the page tells the user. */
function write(entries: readonly OwnStudy[], undo: OwnStore['undo']): void {
  kept.write([...entries]);
  useOwn.setState({ entries, undo });
}

/** Reads the list from storage, because a change by another tab may not have been reported yet. */
function fresh(): readonly OwnStudy[] {
  return kept.read() ?? useOwn.getState().entries;
}

/** Stores a study, replacing one with the same title; this can be undone. */
export function keepOwn(study: OwnStudy): void {
  const entries = fresh();
  const entry = { ...study, title: study.title.slice(0, TITLE_CHARS_MAX) };
  const before = entries.find(({ title }) => title === entry.title);
  if (before?.link === entry.link) {
    return;
  }
  const undo = before ? { text: `“${entry.title}” was replaced.`, before: entries } : null;
  write([entry, ...entries.filter(({ title }) => title !== entry.title)], undo);
}

/** Records the progress of a study, if it is in the list. */
export function noteProgress(link: string | null, done: number, runs: number): void {
  const entries = fresh();
  const at = entries.findIndex((entry) => entry.link === link);
  const entry = entries[at];
  if (entry && (entry.progress?.done !== done || entry.progress.runs !== runs)) {
    write(entries.with(at, { ...entry, progress: { done, runs } }), useOwn.getState().undo);
  }
}

/** Deletes a study; this can be undone. */
export function deleteOwn(title: string): void {
  const entries = fresh();
  const text = `“${title}” was deleted.`;
  write(
    entries.filter((other) => other.title !== title),
    { text, before: entries },
  );
}

/** Restores the list before the last deletion or replacement. */
export function undoOwn(): void {
  const { undo } = useOwn.getState();
  if (undo) {
    write(undo.before, null);
  }
}
