/** The gallery, the person's own scenarios, and the ways to files and documents. */
import { useRef, useState, type ReactElement, type ReactNode } from 'react';

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
import { EXPECTATIONS, expectationOf, shelvesOf } from './catalogue.ts';
import { NamedScenarios } from './NamedScenarios.tsx';
import '../../widgets/gallery.css';
import './scenarios.css';

interface ScenariosDialogProps {
  scenario: Scenario;
  /** What starts a study of the run. */
  studies: ReactNode;
  onClose: () => void;
}

/** The dialog. */
export function ScenariosDialog(props: ScenariosDialogProps): ReactElement {
  const { scenario, studies, onClose } = props;
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
      {studies}
      <Gallery currentId={galleryId} onChoose={choose} />
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

interface GalleryProps {
  currentId: string | null;
  onChoose: (item: GalleryItem) => void;
}

/** The scenarios that come with the app, in groups, with a filter. */
export function Gallery({ currentId, onChoose }: GalleryProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const [filter, setFilter] = useState('');
  const shelves = shelvesOf(gallery, catalogue, filter);
  const count = shelves.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <div className="gallery-filter">
        <input
          type="search"
          aria-label="Filter the scenarios"
          placeholder="Filter: USB, swap, 3.10, fs_mark…"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <span role="status" className="quiet">
          {count} of {gallery.length}
        </span>
      </div>
      <div className="gallery">
        {shelves.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h3 className="gallery-group">{title}</h3>
            <ul>
              {items.map((item) => (
                <li key={item.id}>
                  <GalleryButton
                    item={item}
                    current={item.id === currentId}
                    onChoose={() => onChoose(item)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className="gallery-none quiet">No scenario has all these words.</p>}
      </div>
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
  const expected = expectationOf(id);
  return (
    <button type="button" className="gallery-item" aria-current={current} onClick={onChoose}>
      <span className="gallery-title">
        <strong>{scenario.title}</strong>
        {expected && <span className={`chip chip-${expected}`}>{EXPECTATIONS[expected]}</span>}
      </span>
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
