/** The report of a failure: one click copies it, and who wants to can read it first. */
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';

import { useLab, type Failure } from '../lab/store.ts';
import { current } from '../link/current.ts';
import { parts } from '../parts/parts.ts';
import { circumstances, reportText } from './report-text.ts';
import '../ui/styles/dialog.css';

/** Said where the browser does not let the page copy: all of the text is selected then. */
const BY_HAND = 'Copy it from the field';

/** What the text is, with its button. */
export function Report({ title, failure }: { title: string; failure: Failure }): ReactElement {
  const text = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const scenario = useLab((state) => state.scenario);
  const [linked, setLinked] = useState(parts.documents.module !== null);
  useEffect(() => {
    // What writes links may not have been fetched yet, or not at all: the address bar has to do then.
    void parts.documents.load().then(
      () => setLinked(true),
      () => undefined,
    );
  }, []);
  const report = useMemo(() => {
    const { module } = parts.documents;
    if (linked && module) {
      current.address?.use(module);
    }
    const link = scenario && (current.address?.linkNow() ?? null);
    return reportText(title, failure, circumstances(link));
  }, [title, failure, scenario, linked]);
  useEffect(() => {
    if (said === BY_HAND) {
      text.current?.select();
    }
  }, [said]);
  const copy = () => {
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
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide it' : 'What it says'}
        </button>
      </div>
      {open && (
        <textarea
          ref={text}
          className="document failure-text"
          aria-label="Report"
          readOnly
          rows={10}
          spellCheck={false}
          value={report}
        />
      )}
    </>
  );
}
