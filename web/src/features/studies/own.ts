/** The person's own studies, kept in this browser as documents. */
import { create } from 'zustand';

import { Kept, lastingStorage } from '../../core/storage/storage.ts';

/** A study that is kept. Titles are unique. */
export interface OwnStudy {
  title: string;
  /** The study as a document; it is checked when it is opened. */
  document: string;
  /** The link to it. */
  link: string;
  /** How far its runs are, once they have begun. */
  progress?: { done: number; runs: number };
}

/** Characters of a title at most, as it is shown in the list. */
const TITLE_CHARS_MAX = 200;
const KEY = 'reclaim-lab.own-studies';

interface OwnStore {
  entries: readonly OwnStudy[];
  /** What a deletion or a replacement did, and the list before it. */
  undo: { text: string; before: readonly OwnStudy[] } | null;
}

/** The list, the newest first. */
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

/** Reads the list, and follows what other tabs do to it. */
export function startOwn(): void {
  const read = () => useOwn.setState({ entries: kept.read() ?? [] });
  read();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === KEY) {
      read();
    }
  });
}

/** Writes the list; where that is not possible, it lasts as long as the page, which is told. */
function write(entries: readonly OwnStudy[], undo: OwnStore['undo']): void {
  kept.write([...entries]);
  useOwn.setState({ entries, undo });
}

/** The list as it is now: what another tab has just added has not been heard of yet. */
function fresh(): readonly OwnStudy[] {
  return kept.read() ?? useOwn.getState().entries;
}

/** Keeps a study; one that has its title already is replaced, which can be undone. */
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

/** Notes how far the runs of a study are, if it is in the list. */
export function noteProgress(link: string | null, done: number, runs: number): void {
  const entries = fresh();
  const at = entries.findIndex((entry) => entry.link === link);
  const entry = entries[at];
  if (entry && (entry.progress?.done !== done || entry.progress.runs !== runs)) {
    write(entries.with(at, { ...entry, progress: { done, runs } }), useOwn.getState().undo);
  }
}

/** Deletes a study, which can be undone. */
export function deleteOwn(title: string): void {
  const entries = fresh();
  const text = `“${title}” was deleted.`;
  write(
    entries.filter((other) => other.title !== title),
    { text, before: entries },
  );
}

/** Brings back the list before the last deletion or replacement. */
export function undoOwn(): void {
  const { undo } = useOwn.getState();
  if (undo) {
    write(undo.before, null);
  }
}
