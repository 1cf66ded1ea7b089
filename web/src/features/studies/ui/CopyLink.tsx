/** Copies a link to what is shown. */
import { useEffect, type ReactElement } from 'react';

import { useSaid } from '../../../widgets/controls.tsx';

interface CopyLinkProps {
  /** The link, relative to this page; null where it would be too long. */
  link: string | null;
  /** What to do where the browser forbids copying. */
  otherwise: string;
}

/** The button; what is too large for a link is said. */
export function CopyLink({ link, otherwise }: CopyLinkProps): ReactElement {
  const [said, setSaid] = useSaid<string>();
  const copy = () => {
    if (link === null) {
      setSaid('Too large for a link: save it as a file');
      return;
    }
    const { href } = new URL(link, window.location.href);
    // Not in every context (plain http, say) is there a clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(href))
      .then(
        () => setSaid('Link copied'),
        () => setSaid(otherwise),
      );
  };
  return (
    <button type="button" className="button" onClick={copy}>
      {said ?? 'Copy link'}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </button>
  );
}

// The tab's title.

/** Names what is shown in the tab's title, as long as it is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = window.document.title;
    window.document.title = `${title} · Reclaim Lab`;
    return () => {
      window.document.title = before;
    };
  }, [title]);
}
