/** Which experiment runs: the gallery, the person's own, a file. */
import { useCallback, useState, type ReactElement } from 'react';

import { summaryOf } from '../../core/gallery/gallery.ts';
import { OnDemand, type Part } from '../../core/parts/part.tsx';
import type { Scenario } from '../../engine/types.ts';
import type { ScenariosProps } from './ScenariosDialog.tsx';

interface ScenarioPickerProps {
  scenario: Scenario;
  /** The dialog that it opens. */
  part: Part<{ Scenarios: (props: ScenariosProps) => ReactElement }>;
}

/** Shows the scenario and opens the gallery. */
export function ScenarioPicker({ scenario, part }: ScenarioPickerProps): ReactElement {
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
      <OnDemand part={part} wanted={open} giveUp={close}>
        {({ Scenarios }) => <Scenarios scenario={scenario} onClose={close} />}
      </OnDemand>
    </>
  );
}
