/** The line under a lane: its place is there before its words. */
import type { ReactElement } from 'react';

import type { LaneId } from '../../core/lab/lanes.ts';
import { useAfterFirstRun, useLane } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts.tsx';

/** What guides through a run and is not needed for its first picture. */
export const guidePart = new Part('The outcome of a run', () => import('./part.ts'));

// Without the words there is a lane all the same.
const stay = () => undefined;

/** The line, for whoever sees the page; the table of the lane says the same to others. */
export function LaneCaption({ lane }: { lane: LaneId }): ReactElement {
  const state = useLane(lane);
  const begun = useAfterFirstRun();
  return (
    <p className="caption" data-testid={`caption-${lane}`}>
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      {state && (
        <OnDemand part={guidePart} wanted={begun} giveUp={stay}>
          {({ CaptionLine }) => <CaptionLine state={state} />}
        </OnDemand>
      )}
    </p>
  );
}
