/** The study that the user is writing. Its text is the source of truth; the tab keeps it when the page is reloaded. */
import { create } from 'zustand';

import { Kept, tabStorage } from '../../../core/storage/storage.ts';
import { problemsOf } from '../../../engine/problems.ts';
import type { Problem } from '../../../engine/types.ts';
import type { Checked, RunTime } from '../desk/client.ts';
import { session } from '../session.ts';

/** How the draft is shown. */
export type DraftTab = 'form' | 'json';

interface DraftStore {
  /** The study as JSON text, valid or not. */
  text: string;
  tab: DraftTab;
  /** The checked study; null while the draft has problems or is not checked yet. */
  checked: Checked | null;
  problems: readonly Problem[];
  runTime: RunTime | null;
  /** The previous draft, which a copied study or a new one has replaced. */
  before: string | null;
}

/** The initial content of a new study. */
const NEW = {
  version: 1,
  title: 'My study',
  base: { gallery: 'weiner-usb-small' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [5, 10, 20, 40] }],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'ratio:elapsed_seconds'],
  seeds: 3,
};

/** Wall time without a change after which the draft is checked. */
const REST_MS = 300;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const kept = new Kept(tabStorage(), 'reclaim-lab.study-draft', 'Your draft of a study', isText);

/** Formats a document as JSON text. */
export function written(document: unknown): string {
  return JSON.stringify(document, null, 2);
}

/** The store of the draft. */
export const useDraft = create<DraftStore>()(() => ({
  text: kept.read() ?? written(NEW),
  tab: 'form',
  checked: null,
  problems: [],
  runTime: null,
  before: null,
}));

/** Changes the text. */
export function typeDraft(text: string): void {
  useDraft.setState({ text, checked: null });
  kept.write(text);
}

/** Replaces the draft; this can be undone. */
function replaceDraft(text: string): void {
  const { text: before } = useDraft.getState();
  typeDraft(text);
  useDraft.setState({ before: before === text ? null : before, problems: [] });
}

/** Starts a draft with a copy of a study. */
export function editCopy(document: string): void {
  replaceDraft(written(JSON.parse(document)));
}

/** Starts a new draft. */
export function newDraft(): void {
  replaceDraft(written(NEW));
}

/** Restores the previous draft. */
export function takeBack(): void {
  const { before } = useDraft.getState();
  if (before !== null) {
    typeDraft(before);
    useDraft.setState({ before: null });
  }
}

/** Checks the draft after a pause; returns a function that cancels this. */
export function lookSoon(text: string): () => void {
  const timer = setTimeout(() => void look(text), REST_MS);
  return () => clearTimeout(timer);
}

async function look(text: string): Promise<void> {
  const current = () => useDraft.getState().text === text;
  try {
    const checked = await session.check(text);
    if (!current()) {
      return;
    }
    const { runTime } = checked;
    useDraft.setState({ checked, problems: [], runTime });
    if (!runTime) {
      const timed = await session.timeOne();
      if (current()) {
        useDraft.setState({ runTime: timed });
      }
    }
  } catch (error) {
    if (current()) {
      useDraft.setState({ checked: null, problems: problemsOf(error), runTime: null });
    }
  }
}
