/** Whether the editor is open, and the draft in it that cannot run yet. */
import { create } from 'zustand';

import type { Problem } from '../../engine/types.ts';

/** How the scenario is shown. */
export type EditorTab = 'form' | 'json';

export interface EditorStore {
  shown: boolean;
  tab: EditorTab;
  /** The document as text; null for the running one. Kept while the editor is closed. */
  draft: string | null;
  /** Why the draft cannot run. */
  problems: readonly Problem[];
  /** Value of `openings` in the Lab when the draft last changed. */
  openings: number;
  /** What is in the number fields that are being edited, or whose text was refused, by the name of the field. */
  typed: Readonly<Record<string, Typed>>;
}

/** The text in a number field while it is not the value. */
export interface Typed {
  text: string;
  /** Why the text cannot be the value; empty while that is not decided. */
  refused: string;
}

export const useEditor = create<EditorStore>()(() => ({
  shown: false,
  tab: 'form',
  draft: null,
  problems: [],
  openings: 0,
  typed: {},
}));

/** Keeps what was typed in a number field. */
export function keepTyped(name: string, typed: Typed): void {
  useEditor.setState((state) => ({ typed: { ...state.typed, [name]: typed } }));
}

/** Drops what was typed in a number field, so that it shows its value again. */
export function dropTyped(name: string): void {
  dropTypedWhere((other) => other === name);
}

/** Drops what was typed in the fields inside a group or a list, because it is replaced as a whole. */
export function dropTypedInside(group: string): void {
  dropTypedWhere((name) => name.startsWith(`${group}.`) || name.startsWith(`${group}[`));
}

function dropTypedWhere(drops: (name: string) => boolean): void {
  const all = Object.entries(useEditor.getState().typed);
  const rest = all.filter(([name]) => !drops(name));
  if (rest.length < all.length) {
    useEditor.setState({ typed: Object.fromEntries(rest) });
  }
}

/** Opens the editor, or changes to one of its tabs. */
export function openEditor(tab: EditorTab): void {
  useEditor.setState({ shown: true, tab });
}

/** Closes the editor; a draft is kept. */
export function closeEditor(): void {
  useEditor.setState({ shown: false });
}
