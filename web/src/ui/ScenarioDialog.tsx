/** A scenario as text: read it, change it, paste another, open a file. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import type { Problem } from '../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { ProblemList } from './Messages.tsx';

/** A larger file is no scenario; reading it would only take memory. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The dialog. */
export function ScenarioDialog({
  text,
  onClose,
}: {
  text: string;
  onClose: () => void;
}): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState(text);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    if (file.size > FILE_BYTES_MAX) {
      const mend = 'A scenario has a few kilobytes; choose another file';
      setProblems([{ field: '', problem: `${file.name} is too large`, mend }]);
      return;
    }
    setProblems([]);
    setDraft(await file.text());
  };
  const run = () => {
    const found = lab.openText(draft);
    setProblems(found);
    if (found.length === 0) {
      dialog.current?.close();
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="scenario-title" onClose={onClose}>
      <header className="dialog-head">
        <h2 id="scenario-title">Scenario</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <label className="field">
        JSON document
        <textarea
          className="document"
          spellCheck={false}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </label>
      {problems.length > 0 && (
        <div role="alert" className="dialog-problems">
          <ProblemList problems={problems} />
        </div>
      )}
      <footer className="dialog-foot">
        <label className="button">
          Open a file…
          <input
            className="visually-hidden"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </label>
        <button type="button" className="button button-primary" onClick={run}>
          Check and run
        </button>
      </footer>
    </dialog>
  );
}
