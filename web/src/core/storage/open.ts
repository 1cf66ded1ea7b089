/** Puts what somebody wrote or chose in the place of what runs: the text of a document, or a change of the scenario. */
import { checkText } from '../../engine/documents.ts';
import type { Problem, Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { CHANGED, plainTitle } from '../lab/lanes.ts';
import { useLab } from '../lab/store.ts';
import { current } from '../link/address.ts';
import { fromLinkView } from '../link/state.ts';
import { viewInFile } from './files.ts';

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

/**
 * The scenario with a title that says that it was changed, where it has the title of the one that was opened and is another
 * but for its kernels and switches: those stand beside it. Where it is the same again, so is the title.
 */
export function retitled(scenario: Scenario): Scenario {
  const { opened } = useLab.getState();
  if (!opened || plainTitle(scenario.title) !== plainTitle(opened.title)) {
    return scenario;
  }
  const title = plainTitle(opened.title) + CHANGED;
  return { ...scenario, title: sameMachine(scenario, opened) ? opened.title : title };
}

/** Whether all but title, kernels and switches is the same in both. */
function sameMachine(scenario: Scenario, opened: Scenario): boolean {
  const { title, kernel, mechanisms, interventions, against } = opened;
  const lanes = { kernel, mechanisms, interventions, against };
  return same({ ...scenario, title, ...lanes } as Scenario, opened);
}

/** Whether devices, filesystems and programs are the same in both: a title names these. */
export function sameWork({ devices, filesystems, workload }: Scenario, opened: Scenario): boolean {
  return same({ ...opened, devices, filesystems, workload }, opened);
}

/** A file may leave out what has its usual value. */
function same(one: Scenario, other: Scenario): boolean {
  const plain = JSON.stringify(one) === JSON.stringify(other);
  return plain || (current.address?.same(one, other) ?? false);
}
