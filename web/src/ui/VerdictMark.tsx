/** Says whether the run that a link brought here is the one that its sender saw. */
import { useId, type ReactElement } from 'react';

import { useLab } from '../lab/store.ts';
import { useVerdict, verdictExplanation, verdictText } from '../link/verdict.ts';

/** A few words, read out when they come; what they mean comes on hover and focus. */
export function VerdictMark(): ReactElement | null {
  const verdict = useVerdict((state) => state.verdict);
  const version = useLab((state) => state.engineVersion);
  const id = useId();
  if (!verdict) {
    return null;
  }
  const tone = verdict.differing.length === 0 ? 'good' : 'warn';
  return (
    <span className="verdict">
      <button type="button" className={`verdict-mark tone-${tone}`} aria-describedby={id}>
        {verdictText(verdict)}
      </button>
      <span role="status" className="visually-hidden">
        {verdictText(verdict)}
      </span>
      <span className="verdict-why" id={id} role="tooltip">
        {verdictExplanation(verdict, version)}
      </span>
    </span>
  );
}
