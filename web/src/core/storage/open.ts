/** Puts what somebody wrote or chose in the place of what runs: the text of a document, or a change of the scenario. */
import { checkText } from '../../engine/documents.ts';
import type { Problem } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { retitled } from '../lab/retitled.ts';
import { useLab } from '../lab/store.ts';
import { current } from '../link/address.ts';
import { fromLinkView } from '../link/state.ts';
import { viewInFile } from './experiment.ts';

/**
 * Opens the text of a file; the problems if it cannot runText, and the present runText goes on then. As an edit of what runs it
 * keeps its moment.
 */
export async function openText(text: string, edit = false): Promise<Problem[]> {
  const problems = await runText(text, edit);
  const state = fromLinkView(viewInFile(text));
  if (problems.length === 0 && (state.atNs !== null || state.pin || state.view)) {
    current.address?.show(state);
  }
  return problems;
}

/** Runs a scenario that somebody typed, pasted or saved; the problems if it cannot runText. */
async function runText(text: string, edit: boolean): Promise<Problem[]> {
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

let asked = 0;

/**
 * Goes on with another machine, workload, seed or kernels at the same moment; the problems if that cannot run, and all
 * stays as it is then. Null: something else was asked for meanwhile.
 */
export async function revise(scenario: unknown, what: string): Promise<Problem[] | null> {
  asked += 1;
  const mine = asked;
  const result = await checkText(JSON.stringify(scenario));
  if (mine !== asked) {
    return null;
  }
  if (result.problems) {
    return result.problems;
  }
  lab.revise(retitled(result.scenario), what);
  return [];
}
