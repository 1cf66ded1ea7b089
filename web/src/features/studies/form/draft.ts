/** The study that somebody writes: its text is what counts, and outlives a reload of the page. */
import { create } from 'zustand';

import { Kept, tabStorage } from '../../../core/storage/storage.ts';
import { problemsOf } from '../../../engine/problems.ts';
import type { Problem } from '../../../engine/types.ts';
import type { Checked } from '../desk/client.ts';
import { session } from '../session.ts';
import type { RunTime } from '../store.ts';

/** How the draft is shown. */
export type DraftTab = 'form' | 'json';

interface DraftStore {
  /** The study as JSON text, sound or not. */
  text: string;
  tab: DraftTab;
  /** What the text comes to; null while it has problems or was not looked at yet. */
  checked: Checked | null;
  problems: readonly Problem[];
  runTime: RunTime | null;
  /** The draft before another study was copied, or before it was begun anew. */
  before: string | null;
}

/** What a new study begins with. */
const NEW = {
  version: 1,
  title: 'My study',
  base: { gallery: 'weiner-usb-small' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [5, 10, 20, 40] }],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'ratio:elapsed_seconds'],
  seeds: 3,
};

/** After the last change, wall time. */
const REST_MS = 300;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const kept = new Kept(tabStorage(), 'reclaim-lab.study-draft', 'The study that you write', isText);

/** A document as it is written. */
export function written(document: unknown): string {
  return JSON.stringify(document, null, 2);
}

/** The draft. */
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

/** Puts another text in the place of the draft, which can be taken back. */
function replaceDraft(text: string): void {
  const { text: before } = useDraft.getState();
  typeDraft(text);
  useDraft.setState({ before: before === text ? null : before, problems: [] });
}

/** Writes a copy of a study. */
export function editCopy(document: string): void {
  replaceDraft(written(JSON.parse(document)));
}

/** Begins anew. */
export function newDraft(): void {
  replaceDraft(written(NEW));
}

/** Goes back to the draft before. */
export function takeBack(): void {
  const { before } = useDraft.getState();
  if (before !== null) {
    typeDraft(before);
    useDraft.setState({ before: null });
  }
}

/** Looks at the draft once it has rested; the returned function gives that up. */
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
    const runTime = checked.runMs === null ? null : { ms: checked.runMs, more: false };
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
