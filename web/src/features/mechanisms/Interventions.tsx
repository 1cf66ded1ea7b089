/** The switches that were moved while a lane ran. */
import type { ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Scenario } from '../../engine/types.ts';

interface InterventionsProps {
  lane: LaneId;
  scenario: Scenario;
}

/** The list, and the way to forget it. */
export function Interventions({ lane, scenario }: InterventionsProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const setting = laneSetting(scenario, lane);
  const forget = () =>
    lab.change(
      lane,
      { ...setting, interventions: [] },
      `forgetting the switches of ${lane.toUpperCase()}`,
    );
  return (
    <section className="interventions" aria-label="Switched while it ran">
      <h3>Switched while it ran</h3>
      <ol>
        {setting.interventions.map(({ at_ns: atNs, mechanism, on }, index) => (
          <li key={index}>
            <span className="number">{formatSeconds(atNs)}</span>{' '}
            {catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism}{' '}
            {on ? 'on' : 'off'}
          </li>
        ))}
      </ol>
      <button type="button" className="button" onClick={forget}>
        Forget these and restart
      </button>
    </section>
  );
}
