/** Which experiment runs: the gallery, a file, or pasted text. */
import { useRef, useState, type ReactElement } from 'react';

import type { Scenario } from '../engine/types.ts';
import { NamedScenarios } from '../keep/NamedScenarios.tsx';
import { gallery, summaryOf, type GalleryItem } from '../lab/gallery.ts';
import { lab } from '../lab/lab.ts';
import { kernelsOf, watchOf } from '../lab/scenario-text.ts';
import { useLab } from '../lab/store.ts';
import { momentaryState, toLinkView } from '../link/state.ts';
import { saveScenario } from './save.ts';
import { ScenarioDialog } from './ScenarioDialog.tsx';

/** Shows the scenario and opens the gallery. */
export function ScenarioPicker({ scenario }: { scenario: Scenario }): ReactElement {
  const galleryId = useLab((state) => state.galleryId);
  const [editing, setEditing] = useState(false);
  // What was typed and not opened is there when the dialog is opened again.
  const [kept, setKept] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const choose = (item: GalleryItem) => {
    dialog.current?.close();
    lab.open(item.scenario, item.id, true);
  };
  return (
    <>
      <button
        type="button"
        className="picker"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <span className="picker-title">{scenario.title}</span>
        <span className="picker-summary">{summaryOf(scenario)}</span>
        <span className="picker-arrow" aria-hidden="true">
          ▾
        </span>
      </button>
      <dialog ref={dialog} className="dialog scenarios" aria-labelledby="gallery-title">
        <div className="dialog-head">
          <h2 id="gallery-title">Scenarios</h2>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <ul className="gallery">
          {gallery.map((item) => (
            <li key={item.id}>
              <GalleryButton
                item={item}
                current={item.id === galleryId}
                onChoose={() => choose(item)}
              />
            </li>
          ))}
        </ul>
        <NamedScenarios onOpened={() => dialog.current?.close()} />
        <div className="dialog-foot">
          <button
            type="button"
            className="button"
            onClick={() => saveScenario(scenario, toLinkView(momentaryState()))}
          >
            Save scenario
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              dialog.current?.close();
              setEditing(true);
            }}
          >
            Edit or open a document…
          </button>
        </div>
      </dialog>
      {editing && (
        <ScenarioDialog
          present={JSON.stringify(scenario, null, 2)}
          kept={kept}
          onClose={(draft) => {
            setEditing(false);
            setKept(draft);
          }}
        />
      )}
    </>
  );
}

interface GalleryButtonProps {
  item: GalleryItem;
  current: boolean;
  onChoose: () => void;
}

function GalleryButton({ item, current, onChoose }: GalleryButtonProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const { scenario, id } = item;
  const watch = watchOf(id);
  return (
    <button type="button" className="gallery-item" aria-current={current} onClick={onChoose}>
      <strong>{scenario.title}</strong>
      <span className="quiet">
        {summaryOf(scenario)} · {kernelsOf(catalogue, scenario)}
      </span>
      {scenario.description && <span>{scenario.description}</span>}
      {watch !== null && (
        <span>
          <strong>Watch</strong> {watch}
        </span>
      )}
    </button>
  );
}
