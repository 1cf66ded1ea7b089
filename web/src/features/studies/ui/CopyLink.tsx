/** Copies the link to a study. */
import { useEffect, useState, type ReactElement } from 'react';

import { hashOf } from '../route.ts';
import type { ShownStudy } from '../store.ts';

const SAID_MS = 2000;

/** The button; a study that is too large for a link says so. */
export function CopyLink({ study }: { study: ShownStudy }): ReactElement {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const { link, gallery } = study;
  const copy = () => {
    if (link === null) {
      setSaid('Too large for a link: save it as a file');
      return;
    }
    const address = new URL(window.location.href);
    address.hash = hashOf(gallery ? { view: 'gallery', id: gallery.id } : { view: 'link', link });
    // Not in every context (plain http, say) is there a clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(address.href))
      .then(
        () => setSaid('Link copied'),
        () => setSaid('Copy it from the address bar'),
      );
  };
  return (
    <button type="button" className="button" onClick={copy}>
      {said === '' ? 'Copy link' : said}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </button>
  );
}
