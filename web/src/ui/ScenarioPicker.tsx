/** Which experiment runs: the gallery, a file, or pasted text. */
import { useRef, useState, type ReactElement } from 'react';

import type { Scenario } from '../engine/types.ts';
import { gallery, summaryOf, type GalleryItem } from '../lab/gallery.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { ScenarioDialog } from './ScenarioDialog.tsx';

/** Shows the scenario and opens the gallery. */
export function ScenarioPicker({ scenario }: { scenario: Scenario }): ReactElement {
  const galleryId = useLab((state) => state.galleryId);
  const [text, setText] = useState<string | null>(null);
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
      <dialog ref={dialog} className="dialog" aria-labelledby="gallery-title">
        <header className="dialog-head">
          <h2 id="gallery-title">Scenarios</h2>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        <ul className="gallery">
          {gallery.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="gallery-item"
                aria-current={item.id === galleryId}
                onClick={() => choose(item)}
              >
                <strong>{item.scenario.title}</strong>
                <span className="quiet">{summaryOf(item.scenario)}</span>
                {item.scenario.description && <span>{item.scenario.description}</span>}
              </button>
            </li>
          ))}
        </ul>
        <footer className="dialog-foot">
          <button
            type="button"
            className="button"
            onClick={() => {
              dialog.current?.close();
              setText(JSON.stringify(scenario, null, 2));
            }}
          >
            View or edit this scenario…
          </button>
        </footer>
      </dialog>
      {text !== null && <ScenarioDialog text={text} onClose={() => setText(null)} />}
    </>
  );
}
