/** The user's own scenarios, in the dialog with the scenarios. */
import { useState, type ReactElement } from 'react';

import { summaryOf } from '../../core/gallery/gallery.ts';
import { refuse, useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { fromLinkView, momentaryState, toLinkView } from '../../core/link/state.ts';
import { readFile, saveText } from '../../core/storage/files.ts';
import { checkText } from '../../engine/documents.ts';
import { sentenceOf } from '../../engine/problems.ts';
import { FileButton } from '../../widgets/controls.tsx';
import {
  deleteNamed,
  importNamed,
  NAME_CHARS_MAX,
  namedInFile,
  namedText,
  renameNamed,
  saveNamed,
  tidyName,
  undoNamed,
  useNamed,
  type Named,
} from './named.ts';

const NOT_KEPT = 'This browser cannot store scenarios now. Save the scenario as a file instead.';

/** Renders the list, a field that names the current run, and the export of the list. */
export function NamedScenarios({ onOpened }: { onOpened: () => void }): ReactElement {
  const { entries, undo } = useNamed();
  const [said, setSaid] = useState('');
  return (
    <section className="named" aria-labelledby="named-title">
      <div className="named-head">
        <h3 id="named-title">Yours</h3>
        <span className="quiet">Stored in this browser only.</span>
        <ImportButton onSaid={setSaid} />
        {entries.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() =>
              saveText('reclaim-lab-scenarios.json', 'application/json', namedText(entries))
            }
          >
            Export all
          </button>
        )}
      </div>
      <SaveForm onSaid={setSaid} />
      {entries.length > 0 && (
        <ul className="named-list" aria-label="Your scenarios">
          {entries.map((entry) => (
            <NamedRow key={entry.name} entry={entry} onOpened={onOpened} onSaid={setSaid} />
          ))}
        </ul>
      )}
      <div className="named-foot" role="status">
        {said !== '' && <span>{said}</span>}
        {undo && (
          <>
            <span>{undo.text}</span>
            <button type="button" className="button" onClick={undoNamed}>
              Undo
            </button>
          </>
        )}
      </div>
    </section>
  );
}

interface SaidProps {
  onSaid: (sentence: string) => void;
}

function SaveForm({ onSaid }: SaidProps): ReactElement {
  const [name, setName] = useState('');
  const save = () => {
    const { scenario } = useLab.getState();
    if (scenario && tidyName(name) !== '') {
      const saved = saveNamed(name, { scenario, view: toLinkView(momentaryState()) });
      onSaid(saved ? '' : NOT_KEPT);
      setName(saved ? '' : name);
    }
  };
  return (
    <form
      className="named-save"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        aria-label="Name for the current scenario"
        placeholder="Name for the current scenario"
        maxLength={NAME_CHARS_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button" disabled={tidyName(name) === ''}>
        Save in this browser
      </button>
    </form>
  );
}

function ImportButton({ onSaid }: SaidProps): ReactElement {
  const take = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    const read = await readFile(file);
    const list = read.problem ? null : namedInFile(read.text);
    if (read.problem) {
      onSaid(sentenceOf(read.problem));
    } else if (!list) {
      onSaid(
        `${file.name} is not a list of scenarios. Use “Edit or open a document…” to open a single scenario.`,
      );
    } else {
      const count = importNamed(list);
      onSaid(`Imported ${count} of ${list.length} scenarios from ${file.name}.`);
    }
  };
  return <FileButton text="Import…" onFile={take} />;
}

interface NamedRowProps extends SaidProps {
  entry: Named;
  onOpened: () => void;
}

function NamedRow({ entry, onOpened, onSaid }: NamedRowProps): ReactElement {
  const [renaming, setRenaming] = useState<string | null>(null);
  const { name, scenario } = entry;
  if (renaming !== null) {
    const rename = () => {
      if (renameNamed(name, renaming)) {
        setRenaming(null);
        onSaid('');
      } else {
        onSaid(`“${tidyName(renaming)}” is in use or cannot be stored. Enter another name.`);
      }
    };
    return (
      <li>
        <form
          className="named-row"
          onSubmit={(event) => {
            event.preventDefault();
            rename();
          }}
        >
          <input
            ref={focusOn}
            aria-label={`New name of ${name}`}
            maxLength={NAME_CHARS_MAX}
            value={renaming}
            onChange={(event) => setRenaming(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                // Escape must not close the dialog around this field.
                event.preventDefault();
                setRenaming(null);
              }
            }}
          />
          <button type="submit" className="button">
            Rename
          </button>
        </form>
      </li>
    );
  }
  return (
    <li className="named-row">
      <button
        type="button"
        className="named-open"
        onClick={() => {
          onOpened();
          void visit(entry);
        }}
      >
        <strong>{name}</strong>
        <span className="quiet">{`${scenario.title} · ${safeSummary(entry)}`}</span>
      </button>
      <button
        type="button"
        className="button"
        aria-label={`Rename ${name}`}
        onClick={() => setRenaming(name)}
      >
        Rename
      </button>
      <button
        type="button"
        className="button"
        aria-label={`Delete ${name}`}
        onClick={() => onSaid(deleteNamed(name) ? '' : NOT_KEPT)}
      >
        Delete
      </button>
    </li>
  );
}

/** Opens a stored scenario after validating it, because another program may have changed it. */
async function visit({ scenario, view }: Named): Promise<void> {
  const { scenario: validated, problems } = await checkText(JSON.stringify(scenario));
  if (problems) {
    refuse(problems);
    return;
  }
  current.address?.visit(validated, fromLinkView(view));
}

/** Focuses a new element. */
function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** Summarizes a stored scenario, which is not validated yet: a damaged one must not break the page. */
function safeSummary({ scenario }: Named): string {
  try {
    return summaryOf(scenario);
  } catch {
    return 'cannot be read';
  }
}
