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
          <button type="button" className="link-button" onClick={() => showSwitch(lane, mechanism)}>
            Show its switch
          </button>
        </>
      )}
    </>
  );
}

/** Scrolls to the switch of a patch in a lane and focuses it: its explanation says what it requires. */
function showSwitch(lane: LaneId, mechanism: string): void {
  const point = { mechanism, lane };
  useLab.setState({ editing: lane });
  unfold('mechanisms', true);
  reveal(point, true);
  requestAnimationFrame(() => {
    elementsOf(point)[0]?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  });
}
