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
  const [here, other] = [lane, lane === 'a' ? ('b' as const) : ('a' as const)].map((id) =>
    mechanismsOn(catalogue, laneSetting(scenario, id), decision.at_ns),
  );
  // The switches of patches in which the lanes do not differ are in a folded panel.
  const place = other?.has(mechanism.id) ? '' : ', under “Other patches”,';
  return here?.has(mechanism.id)
    ? ` Decided by “${mechanism.title}”.`
    : ` The patch “${mechanism.title}”${place} is off here; it would change this decision.`;
}
