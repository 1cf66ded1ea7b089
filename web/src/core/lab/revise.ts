/** Changes of the scenario that runs, asked of the module of documents before they are made. */
import { checkText } from '../../engine/documents.ts';
import type { Problem } from '../../engine/types.ts';
import { lab } from './lab.ts';
import { retitled } from './retitled.ts';

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
