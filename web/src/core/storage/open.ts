/** Opens a scenario that the user wrote or changed: the text of a document, or a change of the current scenario. */
import { checkText } from '../../engine/documents.ts';
import type { Problem, Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { CHANGED, plainTitle } from '../lab/lanes.ts';
import { useLab } from '../lab/store.ts';
import { current } from '../link/address.ts';
import { fromLinkView } from '../link/state.ts';
import { viewInFile } from './files.ts';

/**
 * Opens the text of a file. Returns its problems if it cannot run; the current run then continues. An edit of the
 * current scenario keeps the time of the run.
 */
export async function openText(text: string, edit = false): Promise<Problem[]> {
  const problems = await runText(text, edit);
  const state = fromLinkView(viewInFile(text));
  if (problems.length === 0 && (state.atNs !== null || state.pin || state.view)) {
    current.address?.show(state);
  }
  return problems;
}

/** Runs a scenario that the user typed, pasted or saved; returns its problems if it cannot run. */
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
 * Continues at the same virtual time with another machine, workload, seed or kernels. If that cannot run, changes
 * nothing and returns the problems. Returns null if a later change has replaced this one.
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
 * Adds “(changed)” to the title if the scenario has the title of the opened one but differs in more than kernels and
 * switches, which are shown separately. Removes it if the scenario is the same again.
 */
export function retitled(scenario: Scenario): Scenario {
  const { opened } = useLab.getState();
  if (!opened || plainTitle(scenario.title) !== plainTitle(opened.title)) {
    return scenario;
  }
  const title = plainTitle(opened.title) + CHANGED;
  return { ...scenario, title: sameMachine(scenario, opened) ? opened.title : title };
}

/** Whether both are equal except for title, kernels and switches. */
function sameMachine(scenario: Scenario, opened: Scenario): boolean {
  const { title, kernel, mechanisms, interventions, against } = opened;
  const lanes = { kernel, mechanisms, interventions, against };
  return same({ ...scenario, title, ...lanes } as Scenario, opened);
}

/** Whether devices, filesystems and programs are the same in both: a title names these. */
export function sameWork({ devices, filesystems, workload }: Scenario, opened: Scenario): boolean {
  return same({ ...opened, devices, filesystems, workload }, opened);
}

/** Compares scenarios by their links too, because a file may omit defaults. */
function same(one: Scenario, other: Scenario): boolean {
  const plain = JSON.stringify(one) === JSON.stringify(other);
  return plain || (current.address?.same(one, other) ?? false);
}
