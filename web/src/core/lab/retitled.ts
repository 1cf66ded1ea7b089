/** The title of a scenario that somebody has changed. */
import type { Scenario } from '../../engine/types.ts';
import { current } from '../link/address.ts';
import { useLab } from './store.ts';

const CHANGED = ' (changed)';

/** Whether a title says that its scenario was changed. */
export function saysChanged(title: string): boolean {
  return title.endsWith(CHANGED);
}

/**
 * The scenario with a title that says that it was changed, where it has the title of the one that was opened and other
 * devices, filesystems or programs: a title names these. Where they are the same again, so is the title.
 */
export function retitled(scenario: Scenario): Scenario {
  const { opened } = useLab.getState();
  const base = opened?.title ?? '';
  const changed = saysChanged(base) ? base : base + CHANGED;
  if (!opened || ![base, changed].includes(scenario.title)) {
    return scenario;
  }
  return { ...scenario, title: namesSame(scenario, opened) ? base : changed };
}

/** Whether what a title names is the same in both; a file may leave out what has its usual value. */
function namesSame({ devices, filesystems, workload }: Scenario, opened: Scenario): boolean {
  const named = { devices, filesystems, workload };
  const plain = JSON.stringify({ ...opened, ...named }) === JSON.stringify(opened);
  return plain || (current.address?.same({ ...opened, ...named }, opened) ?? false);
}
