/** What the run is about in plain words, and what the kernel's words mean. */
import { useRef, type ReactElement } from 'react';

import { idOfTitle } from '../../core/gallery/documents.ts';
import { useLab } from '../../core/lab/store.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { Glossary } from '../../widgets/Glossary.tsx';
import { Words } from '../../widgets/Words.tsx';
import { ALWAYS, OF_SCENARIO } from './plain-words.ts';
import './plain-words.css';

/** The dialog. */
export function PlainWords({ onClose }: { onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const scenario = useLab((state) => state.scenario);
  const galleryId = useLab((state) => state.galleryId);
  const id = galleryId ?? idOfTitle(scenario?.title ?? '');
  const own = OF_SCENARIO[id ?? ''] ?? [scenario?.description ?? scenario?.title ?? ''];
  return (
    <Dialog
      ref={dialog}
      id="plain-words-title"
      title="In plain words"
      className="plain-words"
      onClose={onClose}
    >
      <div className="plain-words-text">
        <Words text={ALWAYS} />
        <h3>This run</h3>
        <Words text={own} />
        <p>“Learn”, at the top of the page, has a lesson about each of these patches.</p>
        <h3>Words of the kernel</h3>
        <Glossary />
      </div>
    </Dialog>
  );
}
