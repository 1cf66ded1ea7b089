/** Which of the latest decisions about pages is worth reading. */
import type { Decision, ReasonName } from '../../engine/types.ts';

/** Decisions that tell the most, the most telling first; the others are worth the same. */
const TELLING: readonly ReasonName[] = [
  'Written',
  'FreedAtCompletion',
  'Refused',
  'Congested',
  'PassedOverDirect',
  'PassedOverKswapd',
  'PassedOverPriority',
  'Rotated',
  'DirtyReferenced',
  'UnderWriteback',
  'Activated',
];

/** The newest of the most telling decisions; null if there is none. */
export function mostTelling(decisions: readonly Decision[]): Decision | null {
  const rank = ({ reason }: Decision) => {
    const at = TELLING.indexOf(reason);
    return at < 0 ? TELLING.length : at;
  };
  return decisions.reduce<Decision | null>(
    (best, decision) => (best === null || rank(decision) < rank(best) ? decision : best),
    null,
  );
}
