/** Whether the editor is open, and what was typed there and does not run yet. */
import { create } from 'zustand';

import type { Problem } from '../../engine/types.ts';

/** How the scenario is shown. */
export type EditorTab = 'form' | 'json';

/** What the page knows of the editor. */
export interface EditorStore {
  shown: boolean;
  tab: EditorTab;
  /** The document as text; null: the one that runs. It is there when the editor is opened again. */
  draft: string | null;
  /** Why the draft does not run. */
  problems: readonly Problem[];
  /** Which opening of the Lab the draft is about. */
  openings: number;
}

/** The store. */
export const useEditor = create<EditorStore>()(() => ({
  shown: false,
  tab: 'form',
  draft: null,
  problems: [],
  openings: 0,
}));

/** Opens the editor, or turns to one of its sides. */
export function openEditor(tab: EditorTab): void {
  useEditor.setState({ shown: true, tab });
}

/** Closes it; what does not run yet is kept. */
export function closeEditor(): void {
  useEditor.setState({ shown: false });
}
