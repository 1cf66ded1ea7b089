/** Two ways to open another scenario, always available on the page: the picker, and dropping files on the page. */
import { useCallback, useEffect, useState, type ReactElement } from 'react';

import { summaryOf } from '../../core/gallery/gallery.ts';
import { ask, OnDemand, Part } from '../../core/parts.tsx';
import type { Scenario } from '../../engine/types.ts';
import type { ScenariosProps } from './ScenariosDialog.tsx';

interface ScenarioPickerProps {
  scenario: Scenario;
  /** The dialog that the picker opens. */
  part: Part<{ Scenarios: (props: ScenariosProps) => ReactElement }>;
}

/** Renders the button that shows the scenario and opens the gallery. */
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

/** Opens files; loaded on demand. */
export const filesPart = new Part('The code that opens files', () => import('./open.ts'));

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Renders a hint that the page accepts files while one is dragged over it. */
export function DropTarget(): ReactElement | null {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (hasFiles(event)) {
        // Otherwise the browser would open the file instead of the page.
        event.preventDefault();
        setHeld(true);
      }
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setHeld(false);
      }
    };
    const drop = (event: DragEvent) => {
      setHeld(false);
      if (hasFiles(event)) {
        event.preventDefault();
        // Copy the files, because the event loses them when it ends.
        const files = [...(event.dataTransfer?.files ?? [])];
        void ask(filesPart).then((part) => part?.openDropped(files));
      }
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return held ? (
    <div className="drop-target">
      <p>Drop a scenario file to open it</p>
    </div>
  ) : null;
}
