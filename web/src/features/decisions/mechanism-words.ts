/** Explains the role of a mechanism in a decision. */
import { laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import type { LabStore } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';

/**
 * Returns the explanation of a mechanism's role; empty if no mechanism was involved. If the mechanism was off at that
 * time, the text says that it would change the decision.
 */
export function mechanismWords(
  { catalogue, scenario }: Pick<LabStore, 'catalogue' | 'scenario'>,
  lane: LaneId,
  decision: Pick<Decision, 'mechanism' | 'at_ns'> | null,
): string {
  const mechanism = catalogue.mechanisms.find(({ id }) => id === decision?.mechanism);
  if (!mechanism || !scenario || !decision) {
    return '';
  }
  const on = mechanismsOn(catalogue, laneSetting(scenario, lane), decision.at_ns);
  return on.has(mechanism.id)
    ? ` Decided by “${mechanism.title}”.`
    : ` “${mechanism.title}” is off here; it would change this decision.`;
}
