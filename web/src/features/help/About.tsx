/** Which build this is, and what it contains of others. */
import type { ReactElement } from 'react';

import './about.css';

/** A digest of all files of the build; the server of a developer has none. */
function buildDigest(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
}

/** The end of the list of keys. */
export function About(): ReactElement {
  const digest = buildDigest();
  return (
    <section className="about" aria-labelledby="about-title">
      <h3 id="about-title">About</h3>
      <p>
        Reclaim Lab simulates Linux page reclaim, page by page, in this browser; it asks no other
        server and sends nothing.
      </p>
      {digest === undefined ? (
        <p>This is a developer’s server: the app was not built.</p>
      ) : (
        <p>
          Build <code>{digest}</code>: a digest of all its files. Whoever builds the same commit
          gets the same.
        </p>
      )}
      <p>
        <a href="licences.txt" target="_blank" rel="noreferrer">
          Packages of others in it, and their licences
        </a>
      </p>
    </section>
  );
}
