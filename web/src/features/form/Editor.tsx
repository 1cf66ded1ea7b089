/** The editor of the scenario: a form and JSON of the same document, shown beside the Lab while the run continues. */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
} from 'react';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { readFile } from '../../core/storage/files.ts';
import type { Problem } from '../../engine/types.ts';
import { FileButton } from '../../widgets/controls.tsx';
import { UndoButtons } from '../../widgets/run-controls.tsx';
import { ProblemList } from '../../widgets/Words.tsx';
import { applyText, dropDraft, followScenario, lookAt, typeText, useDocument } from './draft.ts';
import { idOf } from './fields/FieldRow.tsx';
import { lineIn, locate, nameOf, pathOf, type TextSpan } from './paths.ts';
import { ScenarioForm } from './ScenarioForm.tsx';
import { closeEditor, useEditor, type EditorTab } from './store.ts';
import '../../widgets/dialog.css';
import './form.css';

const TABS: readonly (readonly [EditorTab, string])[] = [
  ['form', 'Form'],
  ['json', 'JSON'],
];

/** Renders the editor. The dialog is open as long as it is rendered. */
export function Editor(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const json = useRef<JsonPaneHandle>(null);
  const { tab, draft, problems } = useEditor();
  const refuses = useEditor(({ typed }) => Object.values(typed).some((one) => one.refused !== ''));
  const { text, document } = useDocument();
  useForeignOpenings();
  useEffect(followScenario, []);
  useLayoutEffect(() => {
    const before = window.document.activeElement;
    const element = dialog.current;
    // Open the dialog beside the Lab, not as a modal one, so that the effect of a change is visible at once.
    element?.show();
    element?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  const goTo = (problem: Problem) => {
    const path = pathOf(problem.field);
    if (tab === 'form' && path) {
      showField(problem.field);
      return;
    }
    const span = path ? locate(text, path) : lineIn(text, problem.problem);
    if (span) {
      useEditor.setState({ tab: 'json' });
      // The text area exists once the tab is rendered.
      requestAnimationFrame(() => json.current?.show(span));
    }
  };
  const key = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      closeEditor();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
      event.preventDefault();
      dropDraft();
      lab.changes[event.shiftKey ? 'redo' : 'undo']();
    }
  };
  return (
    <dialog
      ref={dialog}
      className="editor"
      aria-labelledby="editor-title"
      tabIndex={-1}
      onKeyDown={key}
    >
      <div className="editor-head">
        <h2 id="editor-title">Scenario</h2>
        <Tabs tab={tab} />
        <UndoButtons />
        <button type="button" className="button" onClick={closeEditor}>
          Close
        </button>
      </div>
      <div role="alert" id="editor-problems" className="editor-problems">
        {problems.length > 0 && (
          <>
            <p>
              <strong>
                {problems.length === 1 ? '1 problem' : `${problems.length} problems`}: the Lab keeps
                running the previous scenario.
              </strong>
            </p>
            <ProblemList problems={problems} onField={goTo} />
          </>
        )}
      </div>
      {(draft !== null || refuses) && (
        <p className="editor-draft">
          Not applied yet.{' '}
          <button type="button" className="button button-small" onClick={dropDraft}>
            Discard changes
          </button>
        </p>
      )}
      <div
        className="editor-body"
        role="tabpanel"
        id="editor-panel"
        aria-labelledby={`editor-tab-${tab}`}
      >
        {tab === 'json' ? (
          <JsonPane ref={json} text={text} />
        ) : document === undefined ? (
          <p className="editor-unread">
            The form cannot be shown, because the JSON is invalid.{' '}
            <button
              type="button"
              className="button"
              onClick={() => useEditor.setState({ tab: 'json' })}
            >
              Fix it
            </button>
          </p>
        ) : (
          <ScenarioForm document={document} problems={problems} />
        )}
      </div>
    </dialog>
  );
}

/** Drops the draft when another scenario is opened, because the draft was a change of the previous one. */
function useForeignOpenings(): void {
  const openings = useLab((state) => state.openings);
  useEffect(() => {
    const { draft, openings: about } = useEditor.getState();
    if (draft !== null && about !== openings) {
      dropDraft();
    }
  }, [openings]);
}

function Tabs({ tab }: { tab: EditorTab }): ReactElement {
  const choose = (to: EditorTab) => {
    useEditor.setState({ tab: to });
    window.document.getElementById(`editor-tab-${to}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Scenario view" className="editor-tabs">
      {TABS.map(([id, name]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`editor-tab-${id}`}
          aria-selected={tab === id}
          aria-controls="editor-panel"
          tabIndex={tab === id ? 0 : -1}
          onClick={() => choose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
              choose(id === 'form' ? 'json' : 'form');
            }
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Opens the sections around a field and focuses it, or the group around it if the field is not shown. */
export function showField(name: string): void {
  const path = pathOf(name) ?? [];
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(idOf(nameOf(path.slice(0, length))));
    if (element) {
      reveal(element);
      return;
    }
  }
}

function reveal(element: HTMLElement): void {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      at.open = true;
    }
  }
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

// The scenario as text: to read, change, paste or load from a file.

/** Wall time without a key press, after which the text is checked. */
const REST_MS = 600;

/** Functions that the editor calls. */
export interface JsonPaneHandle {
  /** Selects a part of the text and scrolls to it. */
  show: (span: TextSpan) => void;
}

interface JsonPaneProps {
  ref: Ref<JsonPaneHandle>;
  text: string;
}

/** Renders the text and its buttons. */
export function JsonPane({ ref, text }: JsonPaneProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = useEditor((state) => state.draft);
  const invalid = useEditor((state) => state.problems.length > 0);
  useLayoutEffect(() => {
    // At first, the caret of a text area is at the end of its text, and so is the view: move both to the start.
    area.current?.setSelectionRange(0, 0);
    area.current?.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    const timer = draft === null ? 0 : window.setTimeout(() => void lookAt(draft), REST_MS);
    return () => window.clearTimeout(timer);
  }, [draft]);
  useImperativeHandle(ref, () => ({
    show: ({ from, to }) => {
      const element = area.current;
      if (element) {
        element.focus();
        element.setSelectionRange(from, to);
        const lines = element.value.split('\n').length;
        const line = element.value.slice(0, from).split('\n').length - 1;
        const middle = (line / lines) * element.scrollHeight - element.clientHeight / 2;
        element.scrollTo(0, Math.max(0, middle));
      }
    },
  }));
  const read = async (file: File | undefined) => {
    if (file) {
      const { text: found, problem } = await readFile(file);
      if (problem) {
        useEditor.setState({ problems: [problem] });
      } else {
        typeText(found);
      }
    }
  };
  return (
    <div className="json-pane">
      <label className="json-field">
        JSON document: edit it, or paste another
        <textarea
          ref={area}
          className="document"
          spellCheck={false}
          value={text}
          aria-invalid={invalid}
          aria-describedby="editor-problems"
          onChange={(event) => typeText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              void applyText();
            }
          }}
        />
      </label>
      <div className="json-foot">
        <FileButton className="dialog-file" text="Choose a file…" onFile={read} />
        <button
          type="button"
          className="button button-primary"
          disabled={draft === null}
          title="Apply at the current time of the run (Ctrl+Enter)"
          onClick={() => void applyText()}
        >
          Apply
        </button>
      </div>
    </div>
  );
}
