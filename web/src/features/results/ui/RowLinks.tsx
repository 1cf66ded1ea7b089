/** A row as a scenario: opened in the Lab, or copied. */
import { useEffect, useState, type ReactElement } from 'react';

import { session } from '../session.ts';

const SAID_MS = 2000;

interface RowLinksProps {
  /** Number of the row in the plan. */
  row: number;
  name: string;
}

/** The link and the button. */
export function RowLinks({ row, name }: RowLinksProps): ReactElement {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const timer = said === null ? null : setTimeout(() => setSaid(null), SAID_MS);
    return () => {
      if (timer !== null) {
        clearTimeout(timer);
      }
    };
  }, [said]);
  const copy = () => {
    // Not in every context (plain http, say) is there a clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(session.rowDocument(row) ?? ''))
      .then(
        () => setSaid('Copied'),
        () => setSaid('Not allowed'),
      );
  };
  return (
    <span className="row-links">
      <a href={session.rowAddress(row) ?? './'} aria-label={`Open in the Lab: ${name}`}>
        Open in the Lab
      </a>
      <button
        type="button"
        className="link-button"
        aria-label={`Copy scenario: ${name}`}
        onClick={copy}
      >
        {said ?? 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {said === null ? '' : `${said}: ${name}`}
      </span>
    </span>
  );
}
