/** The role of a patch in a decision, with a button that shows the switch of a patch that is off. */
import type { ReactElement } from 'react';

import { mechanismWords } from '../../core/lab/decision-words.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { unfold, useLab } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { elementsOf, reveal } from '../../widgets/pointing.tsx';

interface PatchWordsProps {
  lane: LaneId;
  decision: Decision | null;
}

/** Renders the words; nothing if no patch was involved. */
export function PatchWords({ lane, decision }: PatchWordsProps): ReactElement {
  const words = useLab((state) => mechanismWords(state, lane, decision));
  const mechanism = decision?.mechanism;
  return (
    <>
      <span className="quiet">{words}</span>
      {mechanism && words.includes(' is off here') && (
        <>
          {' '}
          <button type="button" className="link-button" onClick={() => showSwitch(mechanism)}>
            Show its switch
          </button>
        </>
      )}
    </>
  );
}

/** Wall time for which a line is highlighted. */
const HIGHLIGHT_MS = 1600;

/**
 * Scrolls to the switch of a patch, focuses it and highlights its line. The lane of the switches stays: it is usually B,
 * whose patches the user compares with A.
 */
function showSwitch(mechanism: string): void {
  const point = { mechanism };
  unfold('mechanisms', true);
  reveal(point, true);
  requestAnimationFrame(() => {
    const [line] = elementsOf(point);
    line?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--accent-wash');
    line?.animate({ backgroundColor: [colour, 'transparent'] }, HIGHLIGHT_MS);
  });
}
