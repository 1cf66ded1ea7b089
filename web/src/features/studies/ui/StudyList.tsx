/** The studies to choose from. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { FileButton } from '../../../widgets/controls.tsx';
import { gallery, galleryGroups } from '../gallery.ts';
import { deleteOwn, undoOwn, useOwn } from '../own.ts';
import { hashOf } from '../route.ts';
import { session } from '../session.ts';
import { countOf } from '../words.ts';

/** The page's first view. */
export function StudyList(): ReactElement {
  return (
    <>
      <h2 className="view-title">Studies</h2>
      <p className="view-lead">
        A study runs one scenario many times and varies it: the kernel’s patches, the size of RAM, a
        limit, the seed. It shows which patch matters on which machine, by how much, and whether the
        difference is more than chance.
      </p>
      <div className="study-actions">
        <a className="button button-primary" href={hashOf({ view: 'form' })}>
          New study
        </a>
        <FileButton
          text="Open a file…"
          onFile={async (file) => {
            if (file) {
              await session.openFile(file);
            }
          }}
        />
      </div>
      <Own />
      <section aria-labelledby="gallery-title">
        <h3 id="gallery-title" className="section-title">
          Computed for this version
        </h3>
        {gallery.length === 0 && (
          <p className="empty">This copy of the app has no computed studies.</p>
        )}
        {galleryGroups.map(({ title, studies }) => (
          <section key={title} aria-label={title}>
            <h4 className="study-group">{title}</h4>
            <ul className="study-cards">
              {studies.map(({ id, title: name, description }) => (
                <li key={id}>
                  <a className="card study-card" href={hashOf({ view: 'gallery', id })}>
                    <strong>{name}</strong>
                    <span className="quiet">{description}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </>
  );
}

/** How far the runs of a study are that are not going on. */
function progressWords({ done, runs }: { done: number; runs: number }): string {
  return done < runs
    ? `stopped at ${formatCount(done)} of ${countOf(runs, 'run')}`
    : `all of ${countOf(runs, 'run')} done`;
}

/** The person's own studies. */
function Own(): ReactElement {
  const { entries, undo } = useOwn();
  return (
    <section aria-labelledby="own-title">
      <h3 id="own-title" className="section-title">
        Yours
      </h3>
      {entries.length === 0 && (
        <p className="empty">
          Studies that you write are kept here, in this browser only. Start one with “New study”, or
          in the Lab: open the scenario’s name, then “Study”.
        </p>
      )}
      {entries.length > 0 && (
        <ul className="own-studies" aria-label="Your studies">
          {entries.map(({ title, link, progress }) => (
            <li key={title} className="card own-study">
              <span className="own-name">
                <a href={hashOf({ view: 'link', link })}>{title}</a>
                {progress && <span className="quiet number"> {progressWords(progress)}</span>}
              </span>
              <button
                type="button"
                className="button button-small"
                aria-label={`Delete ${title}`}
                onClick={() => deleteOwn(title)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="own-undo" role="status">
        {undo && (
          <>
            <span>{undo.text}</span>
            <button type="button" className="button button-small" onClick={undoOwn}>
              Undo
            </button>
          </>
        )}
      </div>
    </section>
  );
}
