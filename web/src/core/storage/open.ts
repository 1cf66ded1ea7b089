/** Opens the text of a document: a scenario, or one that was saved with what is shown of it. */
import { checkText } from '../../engine/documents.ts';
import type { Problem } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { current } from '../link/address.ts';
import { fromLinkView } from '../link/state.ts';
import { viewInFile } from './experiment.ts';

/**
 * Opens the text of a file; the problems if it cannot run, and the present run goes on then. As an edit of what runs it
 * keeps its moment.
 */
export async function openText(text: string, edit = false): Promise<Problem[]> {
  const problems = await run(text, edit);
  const state = fromLinkView(viewInFile(text));
  if (problems.length === 0 && (state.atNs !== null || state.pin || state.view)) {
    current.address?.show(state);
  }
  return problems;
}

/** Runs a scenario that somebody typed, pasted or saved; the problems if it cannot run. */
async function run(text: string, edit: boolean): Promise<Problem[]> {
  const result = await checkText(text);
  if (result.problems) {
    return result.problems;
  }
  const { title } = result.scenario;
  const same = title === useLab.getState().scenario?.title;
  if (same && edit) {
    lab.revise(result.scenario, `edit of “${title}”`);
  } else {
    lab.open(result.scenario, null, true);
  }
  return [];
}

/** A larger file is no scenario, nor a list of them; reading it would only take memory. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The text of a file, or why there is none. */
export type FileText =
  { text: string; problem?: undefined } | { text?: undefined; problem: Problem };

/** Rounded up: a file that is too large by a little must not look as if it were not. */
function mebibytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 ** 2) * 10) / 10} MiB`;
}

/** Reads a file as text. */
export async function readFile(file: File): Promise<FileText> {
  const problem = (what: string, fix: string): FileText => ({
    problem: { field: '', problem: `${file.name} ${what}`, fix },
  });
  if (file.size > FILE_BYTES_MAX) {
    return problem(
      `has ${mebibytes(file.size)}: that is too large`,
      `Files of up to ${mebibytes(FILE_BYTES_MAX)} are read; a scenario has a few kilobytes`,
    );
  }
  try {
    return { text: await file.text() };
  } catch {
    return problem('could not be read', 'Choose it again, or paste its text');
  }
}
