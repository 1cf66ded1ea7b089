/** Which experiment runs: the gallery, the person's own, a file. */
import { useCallback, useState, type ReactElement, type ReactNode } from 'react';

import { summaryOf } from '../../core/gallery/gallery.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import type { Scenario } from '../../engine/types.ts';
import { scenariosPart } from './feature.ts';

interface ScenarioPickerProps {
  scenario: Scenario;
  /** What starts a study of the run. */
  studies: ReactNode;
}

/** Shows the scenario and opens the gallery. */
export function ScenarioPicker({ scenario, studies }: ScenarioPickerProps): ReactElement {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        type="button"
        className="picker"
        aria-haspopup="dialog"
        title={summaryOf(scenario)}
        onClick={() => setOpen(true)}
      >
        <span className="picker-title">{scenario.title}</span>
        <span className="picker-arrow" aria-hidden="true">
          ▾
        </span>
      </button>
      <OnDemand part={scenariosPart} wanted={open} giveUp={close}>
        {({ ScenariosDialog }) => (
          <ScenariosDialog scenario={scenario} studies={studies} onClose={close} />
        )}
      </OnDemand>
    </>
  );
}
