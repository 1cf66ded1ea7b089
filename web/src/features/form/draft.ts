/** The document of the editor: the one that runs, or what was typed and does not run yet. Both sides edit the same. */
import { useMemo } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { openText, revise } from '../../core/storage/open.ts';
import { checkText } from '../../engine/documents.ts';
import type { Scenario } from '../../engine/types.ts';
import { useEditor } from './store.ts';

/** A scenario as the editor shows it. */
function textOf(scenario: Scenario | null): string {
  return JSON.stringify(scenario, null, 2);
}

/** What a text holds; undefined where it is no JSON. */
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

/** The document: as text, and what the text holds. */
export function useDocument(): { text: string; document: unknown } {
  const scenario = useLab((state) => state.scenario);
  const draft = useEditor((state) => state.draft);
  return useMemo(() => {
    const text = draft ?? textOf(scenario);
    return { text, document: parsed(text) };
  }, [draft, scenario]);
}

/** Changes the document and runs it at once, if it can run; otherwise it is kept with its problems. */
export async function changeDocument(
  change: (document: unknown) => unknown,
  what: string,
): Promise<void> {
  const changed = change(parsed(currentText()));
  const text = JSON.stringify(changed, null, 2);
  keep(text);
  const problems = await revise(changed, what);
  if (problems === null || useEditor.getState().draft !== text) {
    return;
  }
  // What runs now is the draft, with what it left out.
  useEditor.setState(problems.length > 0 ? { problems } : { draft: null, problems: [] });
}

/** Takes what was typed as text; nothing runs yet. */
export function typeText(text: string): void {
  if (text === textOf(useLab.getState().scenario)) {
    dropDraft();
  } else {
    keep(text);
  }
}

/** Tells what is wrong with what was typed, if it is still there. */
export async function lookAt(draft: string): Promise<void> {
  const { problems = [] } = await checkText(draft);
  if (useEditor.getState().draft === draft) {
    useEditor.setState({ problems });
  }
}

/** Runs what was typed; whether that was possible. */
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

/** Back to what runs. */
export function dropDraft(): void {
  useEditor.setState({ draft: null, problems: [] });
}

function keep(draft: string): void {
  useEditor.setState({ draft, openings: useLab.getState().openings });
}
