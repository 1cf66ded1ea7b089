/** The report of what went wrong: one click copies it, and who wants to can read it first. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { documentsPart } from '../../core/parts/documents.ts';
import { circumstances, reportText, type Happening } from './report-text.ts';
import '../dialog.css';
import './problem-report.css';

/** Said where the browser does not let the page copy: all of the text is selected then. */
const BY_HAND = 'Copy it from the field';

interface ReportProps {
  /** What is told, as its heading says it. */
  title: string;
  /** What happened; asked when the report is written, as the run may go on. */
  happening: () => Happening;
}

/** What the text is, with its button. */
export function Report({ title, happening }: ReportProps): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    // What writes links may not have been fetched yet, or not at all: the address bar has to do then.
    documentsPart.load().catch(() => undefined);
  }, []);
  const write = () => {
    const { module } = documentsPart;
    if (module) {
      current.address?.use(module);
    }
    const { scenario } = useLab.getState();
    const link = scenario && (current.address?.linkNow() ?? null);
    const written = reportText(title, happening(), circumstances(link));
    setText(written);
    return written;
  };
  useEffect(() => {
    if (said === BY_HAND) {
      field.current?.select();
    }
  }, [said]);
  const copy = () => {
    const report = write();
    // Not in every context (plain http, say) is there a clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(report))
      .then(
        () => setSaid('Report copied'),
        () => {
          setOpen(true);
          setSaid(BY_HAND);
        },
      );
  };
  return (
    <>
      <div className="failure-report">
        <button type="button" className="button" onClick={copy}>
          {said === '' ? 'Copy report' : said}
          <span role="status" className="visually-hidden">
            {said}
          </span>
        </button>
        <button
          type="button"
          className="link-button"
          aria-expanded={open}
          onClick={() => {
            write();
            setOpen(!open);
          }}
        >
          {open ? 'Hide it' : 'What it says'}
        </button>
      </div>
      {open && (
        <textarea
          ref={field}
          className="document failure-text"
          aria-label="Report"
          readOnly
          rows={10}
          spellCheck={false}
          value={text}
        />
      )}
    </>
  );
}
