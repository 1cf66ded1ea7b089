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
}

export const useEditor = create<EditorStore>()(() => ({
  shown: false,
  tab: 'form',
  draft: null,
  problems: [],
  openings: 0,
}));

/** Opens the editor, or changes to one of its tabs. */
export function openEditor(tab: EditorTab): void {
  useEditor.setState({ shown: true, tab });
}

/** Closes the editor; a draft is kept. */
export function closeEditor(): void {
  useEditor.setState({ shown: false });
}
