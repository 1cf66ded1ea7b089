/** The title of a scenario that somebody has changed. */
import type { Scenario } from '../../engine/types.ts';
import { current } from '../link/address.ts';
import { CHANGED, plainTitle } from './lanes.ts';
import { useLab } from './store.ts';

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
