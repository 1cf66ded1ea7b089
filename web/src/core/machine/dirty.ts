/** The dirty limit as the kernels have it by themselves. */
import type { Scenario } from '../../engine/types.ts';

/** vm.dirty_ratio of a scenario, percent; `own`: the scenario says so itself. Linux 2.6.29 had 10, all later ones have 20. */
export function dirtyRatioOf({ vm, kernel }: Scenario): { percent: number; own: boolean } {
  const own = vm?.dirty_ratio ?? null;
  return { percent: own ?? (kernel.startsWith('2.6.29') ? 10 : 20), own: own !== null };
}
