/** Opens the text of a document: a scenario, or one that was saved with what is shown of it. */
import { checkText } from '../../engine/documents.ts';
import type { Problem } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { retitled } from '../lab/retitled.ts';
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
    lab.revise(retitled(result.scenario), `edit of “${title}”`);
  } else {
    lab.open(result.scenario, null, true);
  }
  return [];
}
