/** Which experiment runs: the gallery, a file, or pasted text. */
import { useCallback, useState, type ReactElement } from 'react';

import { summaryOf } from '../../core/gallery/gallery.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import type { Scenario } from '../../engine/types.ts';
import { scenariosPart } from './feature.ts';

/** Which dialog is open. */
type Open = 'none' | 'scenarios' | 'document';

/** Shows the scenario and opens the gallery. */
export function ScenarioPicker({ scenario }: { scenario: Scenario }): ReactElement {
  const [open, setOpen] = useState<Open>('none');
  // What was typed and not opened is there when the dialog is opened again.
  const [kept, setKept] = useState<string | null>(null);
  const close = useCallback(() => setOpen('none'), []);
  return (
    <>
      <button
        type="button"
        className="picker"
        aria-haspopup="dialog"
        title={summaryOf(scenario)}
        onClick={() => setOpen('scenarios')}
      >
        <span className="picker-title">{scenario.title}</span>
        <span className="picker-arrow" aria-hidden="true">
          ▾
        </span>
      </button>
      <OnDemand part={scenariosPart} wanted={open !== 'none'} giveUp={close}>
        {({ ScenariosDialog, ScenarioDialog }) =>
          open === 'document' ? (
            <ScenarioDialog
              present={JSON.stringify(scenario, null, 2)}
              kept={kept}
              onClose={(draft) => {
                close();
                setKept(draft);
              }}
            />
          ) : (
            <ScenariosDialog
              scenario={scenario}
              onEdit={() => setOpen('document')}
              // It says so a moment later, when the document may be open already.
              onClose={() => setOpen((now) => (now === 'scenarios' ? 'none' : now))}
            />
          )
        }
      </OnDemand>
    </>
  );
}
