/** A button that copies a link to the current view. */
import { useEffect, type ReactElement } from 'react';

import { useSaid } from '../../../widgets/controls.tsx';

interface CopyLinkProps {
  /** The link, relative to this page; null if it would be too long. */
  link: string | null;
  /** Advice if the browser forbids copying. */
  otherwise: string;
}

/** Renders the button. If the view is too large for a link, pressing the button shows a message. */
export function CopyLink({ link, otherwise }: CopyLinkProps): ReactElement {
  const [said, setSaid] = useSaid<string>();
  const copy = () => {
    if (link === null) {
      setSaid('Too large for a link: save it as a file');
      return;
    }
    const { href } = new URL(link, window.location.href);
    // Some contexts (plain http, for example) have no clipboard.
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

// The title of the tab.

/** Shows a title in the tab while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = window.document.title;
    window.document.title = `${title} · Reclaim Lab`;
    return () => {
      window.document.title = before;
    };
  }, [title]);
}
