/** The place of the sliders on the page; its size is reserved, so that nothing moves when they appear. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { useAfterFirstRun } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import './sliders.css';

const stay = () => undefined;

/** Renders RAM, dirty_ratio and writers of the current scenario. `onVary` compares many values of dirty_ratio. */
export function MachineSliders({ onVary }: { onVary: () => void }): ReactElement {
  // Before the first run there is nothing to change, and loading the sliders would delay this run.
  const wanted = useAfterFirstRun();
  // The first screen has few controls: “Vary…” stays once something was changed.
  const used = useLab((state) => state.undoes !== null);
  return (
    <section className={used ? 'machine-sliders used' : 'machine-sliders'} aria-label="Machine">
      <OnDemand part={slidersPart} wanted={wanted} giveUp={stay}>
        {({ Sliders }) => <Sliders onVary={onVary} />}
      </OnDemand>
    </section>
  );
}

const slidersPart = new Part('The sliders', () => import('./Sliders.tsx'));
