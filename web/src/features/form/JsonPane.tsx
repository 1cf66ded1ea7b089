/** The scenario as text: read it, change it, paste another, take it from a file. */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactElement,
  type Ref,
} from 'react';

import { readFile } from '../../core/storage/read-file.ts';
import { FileButton } from '../../widgets/FileButton.tsx';
import type { TextSpan } from './locate.ts';
import { applyText, lookAt, typeText } from './draft.ts';
import { useEditor } from './store.ts';

/** After the last key, wall time. */
const REST_MS = 600;

/** What the editor asks of this side. */
export interface JsonPaneHandle {
  /** Selects a part of the text and brings it into sight. */
  show: (span: TextSpan) => void;
}

interface JsonPaneProps {
  ref: Ref<JsonPaneHandle>;
  text: string;
}

/** The text and what can be done with it. */
export function JsonPane({ ref, text }: JsonPaneProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = useEditor((state) => state.draft);
  const invalid = useEditor((state) => state.problems.length > 0);
  useLayoutEffect(() => {
    // A text area begins with the caret, and so the view, at the end of what it was given.
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
        JSON document: change it, or paste another
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
          title="Run this at the same moment (Ctrl+Enter)"
          onClick={() => void applyText()}
        >
          Apply
        </button>
      </div>
    </div>
  );
}
