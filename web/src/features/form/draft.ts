/**
 * The document in the editor: the running one, or a draft that cannot run yet. Form and JSON edit the same document.
 */
import { useMemo } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { openText, revise } from '../../core/storage/open.ts';
import { checkText } from '../../engine/documents.ts';
import type { Scenario } from '../../engine/types.ts';
import { useEditor } from './store.ts';

/** Returns a scenario as the editor shows it. */
function textOf(scenario: Scenario | null): string {
  return JSON.stringify(scenario, null, 2);
}

/** Parses a text; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function currentText(): string {
  return useEditor.getState().draft ?? textOf(useLab.getState().scenario);
}

/** Returns the document: as text, and parsed. */
export function useDocument(): { text: string; document: unknown } {
  const scenario = useLab((state) => state.scenario);
  const draft = useEditor((state) => state.draft);
  return useMemo(() => {
    const text = draft ?? textOf(scenario);
    return { text, document: parsed(text) };
  }, [draft, scenario]);
}

/** Number of changes of the form that are being applied. */
let applying = 0;

/**
 * Drops what the form shows besides the running document whenever something else changes that document, such as undo:
 * it was a change of the previous one. Returns a function that stops this.
 */
export function followScenario(): () => void {
  return useLab.subscribe(({ scenario }, before) => {
    if (scenario !== before.scenario && applying === 0 && useEditor.getState().tab === 'form') {
      dropDraft();
    }
  });
}

/** Changes the document and runs it if it is valid; otherwise keeps it with its problems. */
export async function changeDocument(
  change: (document: unknown) => unknown,
  what: string,
): Promise<void> {
  const changed = change(parsed(currentText()));
  const text = JSON.stringify(changed, null, 2);
  keep(text);
  applying += 1;
  const problems = await revise(changed, what).finally(() => {
    applying -= 1;
  });
  if (problems === null || useEditor.getState().draft !== text) {
    return;
  }
  // The draft runs now, and the running scenario also has its defaults filled in. So the draft is not needed any more.
  useEditor.setState(problems.length > 0 ? { problems } : { draft: null, problems: [] });
}

/** Stores typed text without running it. */
export function typeText(text: string): void {
  if (text === textOf(useLab.getState().scenario)) {
    dropDraft();
  } else {
    keep(text);
  }
}

/** Checks typed text and shows its problems, unless it has changed meanwhile. */
export async function lookAt(draft: string): Promise<void> {
  const { problems = [] } = await checkText(draft);
  if (useEditor.getState().draft === draft) {
    useEditor.setState({ problems });
  }
}

/** Runs the typed text; returns true if it is valid. */
export async function applyText(): Promise<boolean> {
  const text = currentText();
  const problems = await openText(text, true);
  if (problems.length > 0) {
    useEditor.setState({ problems });
    return false;
  }
  dropDraft();
  return true;
}

/** Drops the draft and everything typed, and returns to the running document. */
export function dropDraft(): void {
  useEditor.setState({ draft: null, problems: [], typed: {} });
}

function keep(draft: string): void {
  useEditor.setState({ draft, openings: useLab.getState().openings });
}
