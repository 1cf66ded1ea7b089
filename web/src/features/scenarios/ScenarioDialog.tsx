/** A scenario as text: read it, change it, paste another, take it from a file. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import type { Problem } from '../../engine/types.ts';
import { openText, readFile } from './open.ts';
import { FileButton } from '../../widgets/FileButton.tsx';
import { ProblemList } from '../../widgets/ProblemList.tsx';
import '../../widgets/dialog.css';

interface ScenarioDialogProps {
  /** The scenario that runs. */
  present: string;
  /** What was typed before and not opened. */
  kept: string | null;
  /** With what was typed and not opened; null if there is nothing to keep. */
  onClose: (draft: string | null) => void;
}

/** The dialog. */
export function ScenarioDialog({ present, kept, onClose }: ScenarioDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState(kept ?? present);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    const { text, problem } = await readFile(file);
    if (problem) {
      setProblems([problem]);
    } else {
      setDraft(text);
      setProblems([]);
    }
  };
  const open = async () => {
    const found = await openText(draft);
    setProblems(found);
    if (found.length === 0) {
      setOpened(true);
      dialog.current?.close();
    }
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="scenario-title"
      onClose={() => onClose(opened || draft === present ? null : draft)}
    >
      <div className="dialog-head">
        <h2 id="scenario-title">Scenario</h2>
        {draft !== present && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setDraft(present);
              setProblems([]);
            }}
          >
            Back to the one that runs
          </button>
        )}
      </div>
      <label className="field">
        JSON document: change it, or paste another
        <textarea
          className="document"
          spellCheck={false}
          value={draft}
          aria-invalid={problems.length > 0}
          aria-describedby="scenario-problems"
          onChange={(event) => setDraft(event.target.value)}
        />
      </label>
      <div role="alert" id="scenario-problems">
        {problems.length > 0 && (
          <div className="dialog-problems">
            <ProblemList problems={problems} />
          </div>
        )}
      </div>
      <div className="dialog-foot">
        <FileButton className="dialog-file" text="Choose a file…" onFile={read} />
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="button button-primary" onClick={() => void open()}>
          Open
        </button>
      </div>
    </dialog>
  );
}
