/** Scenarios that the user stores by name in this browser. */
import { create } from 'zustand';

import { isExperiment, type Experiment } from '../../core/storage/files.ts';
import { Kept, lastingStorage } from '../../core/storage/storage.ts';

/** An experiment with its name; names are unique. */
export interface Named extends Experiment {
  name: string;
}

/** Maximum length of a name, characters. */
export const NAME_CHARS_MAX = 80;

/** Name of the format in the file of an exported list. */
const LIST = 'reclaim-lab-scenarios';

interface NamedStore {
  entries: readonly Named[];
  /** Describes a deletion or a replacement, with the list before it. */
  undo: { text: string; before: readonly Named[] } | null;
}

/** The list, in the order in which the names were created. */
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

/** Reads the list, and follows changes by other tabs. */
export function startNamed(): void {
  const read = () => useNamed.setState({ entries: kept.read() ?? [] });
  read();
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === 'reclaim-lab.scenarios') {
      read();
    }
  });
}

/** Reads the list from storage, because a change by another tab may not have been reported yet. */
function fresh(): readonly Named[] {
  return kept.read() ?? useNamed.getState().entries;
}

/** Returns a name as it is stored: without extra spaces, and cut to the maximum length. */
export function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').slice(0, NAME_CHARS_MAX);
}

/** Stores the list; returns false if that fails, and keeps the previous list. */
function write(entries: readonly Named[], undo: NamedStore['undo']): boolean {
  if (!kept.write([...entries])) {
    return false;
  }
  useNamed.setState({ entries, undo });
  return true;
}

/** Stores an experiment under a name, replacing one with the same name. Returns false if that fails. */
export function saveNamed(name: string, experiment: Experiment): boolean {
  const entries = fresh();
  const entry = { name: tidyName(name), ...experiment };
  const known = entries.some((other) => other.name === entry.name);
  const next = known
    ? entries.map((other) => (other.name === entry.name ? entry : other))
    : [...entries, entry];
  return write(next, known ? { text: `“${entry.name}” was replaced.`, before: entries } : null);
}

/** Renames an experiment; returns false if the new name is empty or taken, or cannot be stored. */
export function renameNamed(from: string, to: string): boolean {
  const entries = fresh();
  const name = tidyName(to);
  if (name === '' || (name !== from && entries.some((other) => other.name === name))) {
    return false;
  }
  const next = entries.map((other) => (other.name === from ? { ...other, name } : other));
  return write(next, null);
}

/** Deletes an experiment; this can be undone. */
export function deleteNamed(name: string): boolean {
  const entries = fresh();
  const next = entries.filter((other) => other.name !== name);
  return write(next, { text: `“${name}” was deleted.`, before: entries });
}

/** Undoes the last deletion or replacement. */
export function undoNamed(): void {
  const { undo } = useNamed.getState();
  if (undo) {
    write(undo.before, null);
  }
}

/** Returns the text of a file with the whole list. */
export function namedText(entries: readonly Named[]): string {
  return `${JSON.stringify({ format: LIST, scenarios: entries }, null, 2)}\n`;
}

/** Parses the list in a file's text; null if it is another kind of file. */
export function namedInFile(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'format' in value && value.format === LIST) {
      return 'scenarios' in value && Array.isArray(value.scenarios)
        ? (value.scenarios as unknown[])
        : [];
    }
  } catch {
    // Not JSON: the code that opens the file reports it.
  }
  return null;
}

/**
 * Adds the valid experiments of a list under unused names, except those already stored. Returns the number of valid
 * ones; 0 if storing fails.
 */
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

// Runs when the first part of the page that uses the list loads this module.
startNamed();
