/** Scenarios that the person keeps under names, in this browser. */
import { create } from 'zustand';

import { isExperiment, type Experiment } from '../../core/storage/files.ts';
import { Kept, lastingStorage } from '../../core/storage/storage.ts';

/** An experiment with its name; names are unique. */
export interface Named extends Experiment {
  name: string;
}

/** Characters of a name at most. */
export const NAME_CHARS_MAX = 80;

/** What the format of an exported list is called in its file. */
const LIST = 'reclaim-lab-scenarios';

interface NamedStore {
  entries: readonly Named[];
  /** What a deletion or a replacement did, and the list before it. */
  undo: { text: string; before: readonly Named[] } | null;
}

/** The list, in the order in which names were given. */
export const useNamed = create<NamedStore>()(() => ({ entries: [], undo: null }));

function isNamed(value: unknown): value is Named {
  return isExperiment(value) && 'name' in value && typeof value.name === 'string';
}

function isList(value: unknown): value is Named[] {
  return Array.isArray(value) && value.every(isNamed);
}

const kept = new Kept(
  lastingStorage(),
  'reclaim-lab.scenarios',
  'The list of your scenarios',
  isList,
);

/** Reads the list, and follows what other tabs do to it. */
export function startNamed(): void {
  const read = () => useNamed.setState({ entries: kept.read() ?? [] });
  read();
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === 'reclaim-lab.scenarios') {
      read();
    }
  });
}

/** The list as it is now: what another tab has just added has not been heard of yet. */
function fresh(): readonly Named[] {
  return kept.read() ?? useNamed.getState().entries;
}

/** The name as it is kept. */
export function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').slice(0, NAME_CHARS_MAX);
}

/** Writes the list; false where that is not possible, and the list stays what it was. */
function write(entries: readonly Named[], undo: NamedStore['undo']): boolean {
  if (!kept.write([...entries])) {
    return false;
  }
  useNamed.setState({ entries, undo });
  return true;
}

/** Keeps an experiment under a name; one that has it already is replaced. False where nothing can be kept. */
export function saveNamed(name: string, experiment: Experiment): boolean {
  const entries = fresh();
  const entry = { name: tidyName(name), ...experiment };
  const known = entries.some((other) => other.name === entry.name);
  const next = known
    ? entries.map((other) => (other.name === entry.name ? entry : other))
    : [...entries, entry];
  return write(next, known ? { text: `“${entry.name}” was replaced.`, before: entries } : null);
}

/** Gives another name; false where it is empty, taken, or nothing can be kept. */
export function renameNamed(from: string, to: string): boolean {
  const entries = fresh();
  const name = tidyName(to);
  if (name === '' || (name !== from && entries.some((other) => other.name === name))) {
    return false;
  }
  const next = entries.map((other) => (other.name === from ? { ...other, name } : other));
  return write(next, null);
}

/** Deletes a name, which can be taken back. */
export function deleteNamed(name: string): boolean {
  const entries = fresh();
  const next = entries.filter((other) => other.name !== name);
  return write(next, { text: `“${name}” was deleted.`, before: entries });
}

/** Takes the last deletion or replacement back. */
export function undoNamed(): void {
  const { undo } = useNamed.getState();
  if (undo) {
    write(undo.before, null);
  }
}

/** The text of a file with the whole list. */
export function namedText(entries: readonly Named[]): string {
  return `${JSON.stringify({ format: LIST, scenarios: entries }, null, 2)}\n`;
}

/** The list in a file's text; null if it is another kind of file. */
export function namedInFile(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'format' in value && value.format === LIST) {
      return 'scenarios' in value && Array.isArray(value.scenarios)
        ? (value.scenarios as unknown[])
        : [];
    }
  } catch {
    // No JSON: whoever opens it says so.
  }
  return null;
}

/** Adds what of a list is sound, under names that are free; how many that were. */
export function importNamed(list: readonly unknown[]): number {
  const entries = fresh();
  const next = [...entries];
  const sound = list.filter(isNamed);
  for (const entry of sound) {
    const same = next.some((other) => JSON.stringify(other) === JSON.stringify(entry));
    if (!same) {
      next.push({ ...entry, name: freeName(next, tidyName(entry.name)) });
    }
  }
  return write(next, null) ? sound.length : 0;
}

function freeName(entries: readonly Named[], wanted: string): string {
  const base = wanted === '' ? 'Scenario' : wanted;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} (${number})`;
    if (!entries.some((other) => other.name === name)) {
      return name;
    }
  }
}

// Once there is a part of the page that has a use for them.
startNamed();
