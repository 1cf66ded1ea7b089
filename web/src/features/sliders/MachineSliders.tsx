/** The place of the sliders on the page: it has its size before they come, so that nothing moves. */
import type { ReactElement } from 'react';

import { useAfterFirstRun } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import './sliders.css';

const stay = () => undefined;

/** RAM, dirty_ratio and writers of the scenario that runs. `onVary` compares many values of dirty_ratio. */
export function MachineSliders({ onVary }: { onVary: () => void }): ReactElement {
  // There is nothing to turn before the machines are there, which have the network for themselves.
  const wanted = useAfterFirstRun();
  return (
    <section className="machine-sliders" aria-label="Machine">
      <OnDemand part={slidersPart} wanted={wanted} giveUp={stay}>
        {({ Sliders }) => <Sliders onVary={onVary} />}
      </OnDemand>
    </section>
  );
}

const slidersPart = new Part('The sliders', () => import('./Sliders.tsx'));
