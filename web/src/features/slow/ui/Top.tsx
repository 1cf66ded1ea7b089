/** The top of slow motion: what is watched, in which lane, and the way back. */
import type { ReactElement } from 'react';

import { LANES, laneSetting, laneTitle } from '../../../core/lab/lanes.ts';
import { useLab } from '../../../core/lab/store.ts';
import { slow } from '../control.ts';
import { useSlow } from '../store.ts';

/** The top. */
export function Top({ onLeave }: { onLeave: () => void }): ReactElement {
  const scenario = useSlow((state) => state.scenario);
  const shownLane = useSlow((state) => state.lane);
  const largeType = useSlow((state) => state.largeType);
  const catalogue = useLab((state) => state.catalogue);
  return (
    <header className="slow-top">
      <h1 className="brand" id="slow-title">
        Slow motion
      </h1>
      <p className="slow-machine quiet">{scenario?.title}</p>
      <div className="slow-lanes" role="group" aria-label="Lane">
        {scenario &&
          LANES.map((lane) => (
            <button
              key={lane}
              type="button"
              className="button slow-lane"
              aria-pressed={lane === shownLane}
              onClick={() => slow.showLane(lane)}
            >
              <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
              <span className="slow-lane-title">
                {laneTitle(catalogue, laneSetting(scenario, lane), 0)}
              </span>
            </button>
          ))}
      </div>
      <button
        type="button"
        className="button"
        aria-pressed={largeType}
        onClick={() => useSlow.setState({ largeType: !largeType })}
      >
        Large type
      </button>
      <button type="button" className="button" onClick={onLeave}>
        Back to the Lab
      </button>
    </header>
  );
}
