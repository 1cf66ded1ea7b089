/** The gallery, the person's own scenarios, and the ways to files and documents. */
import { useRef, type ReactElement } from 'react';

import {
  gallery,
  idOfTitle,
  type GalleryItem,
  kernelsOf,
  watchOf,
} from '../../core/gallery/documents.ts';
import { summaryOf } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import './start-named.ts';
import { useLab } from '../../core/lab/store.ts';
import { momentaryState, toLinkView } from '../../core/link/state.ts';
import { request } from '../../core/parts/commands.ts';
import { saveScenario } from '../../core/storage/save.ts';
import type { Scenario } from '../../engine/types.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { NamedScenarios } from './NamedScenarios.tsx';
import '../../widgets/gallery.css';
import './scenarios.css';

interface ScenariosDialogProps {
  scenario: Scenario;
  onClose: () => void;
}

/** The dialog. */
export function ScenariosDialog(props: ScenariosDialogProps): ReactElement {
  const { scenario, onClose } = props;
  const galleryId = useLab((state) => state.galleryId) ?? idOfTitle(scenario.title);
  const dialog = useRef<HTMLDialogElement>(null);
  const choose = (item: GalleryItem) => {
    dialog.current?.close();
    lab.open(item.scenario, item.id, true);
  };
  return (
    <Dialog
      ref={dialog}
      id="gallery-title"
      title="Scenarios"
      className="scenarios"
      onClose={onClose}
    >
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
            // The focus goes back to where it was before the next dialog takes it.
            dialog.current?.close();
            request('scenario-json');
          }}
        >
          Edit or open a document…
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            dialog.current?.close();
            request('scenario-form');
          }}
        >
          Change the machine…
        </button>
      </div>
    </Dialog>
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
