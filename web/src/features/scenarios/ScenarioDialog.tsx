/** A scenario as text: read it, change it, paste another, take it from a file. */
import { useRef, useState, type ReactElement } from 'react';

import type { Problem } from '../../engine/types.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { FileButton } from '../../widgets/FileButton.tsx';
import { ProblemList } from '../../widgets/ProblemList.tsx';
import { openText, readFile } from './open.ts';

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
    <Dialog
      ref={dialog}
      id="scenario-title"
      title="Scenario"
      closable={false}
      actions={
        draft !== present && (
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
        )
      }
      onClose={() => onClose(opened || draft === present ? null : draft)}
    >
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
    </Dialog>
  );
}
