/** The Studies page: the list of gallery studies and own studies, and the view of one study. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { OPENING_ID } from '../../../core/gallery/opening-id.ts';
import { checkText } from '../../../engine/documents.ts';
import type { Problem, Scenario } from '../../../engine/types.ts';
import { wholeCatalogue } from '../../../engine/whole-catalogue.ts';
import { FileButton } from '../../../widgets/controls.tsx';
import { ThemeSwitch, TopBar } from '../../../widgets/TopBar.tsx';
import { ProblemList } from '../../../widgets/Words.tsx';
import { WorkLine } from '../../../widgets/WorkLine.tsx';
import { documentOf, lastSession } from '../form/fields.tsx';
import { StudyForm } from '../form/StudyForm.tsx';
import { deleteOwn, gallery, galleryGroups, undoOwn, useOwn } from '../library.ts';
import { hashOf, isOfStudy } from '../route.ts';
import { session } from '../session.ts';
import { SmallestView } from '../smallest/SmallestView.tsx';
import { StudyStarts } from '../start/StudyStarts.tsx';
import { useStudies } from '../store.ts';
import { countOf } from '../words.ts';
import { StudyView } from './StudyView.tsx';

export function StudiesPage(): ReactElement {
  const failure = useStudies((state) => state.failure);
  const ready = useStudies((state) => state.ready);
  const running = useStudies((state) => state.work !== null);
  const within = useStudies((state) => state.route.view !== 'list');
  return (
    <div className="studies">
      <TopBar
        part="studies"
        begin={within ? hashOf({ view: 'list' }) : null}
        goesOn={running ? 'the runs continue in this one' : null}
      >
        <Work />
        <ThemeSwitch />
      </TopBar>
      <main className="studies-main" id="main" tabIndex={-1}>
        {failure !== null && (
          <section className="message message-bad" role="alert">
            <div>
              <h2>The studies cannot be shown</h2>
              <p>{failure}. Reload the page when the server can be reached.</p>
            </div>
          </section>
        )}
        {!ready && failure === null && <p className="loading">Loading the engine…</p>}
        {ready && <View />}
      </main>
    </div>
  );
}

function View(): ReactElement {
  const route = useStudies((state) => state.route);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(route);
  useEffect(() => {
    // After a change of the view, scroll to its top.
    if (shown.current !== route) {
      shown.current = route;
      place.current?.focus({ preventScroll: true });
      document.getElementById('main')?.scrollTo(0, 0);
    }
  }, [route]);
  return (
    <div ref={place} tabIndex={-1} className="studies-view">
      <Messages />
      {route.view === 'list' && <StudyList />}
      {route.view === 'form' && <StudyForm />}
      {route.view === 'smallest' && <SmallestView key={route.link} link={route.link} />}
      {isOfStudy(route) && <Opened />}
    </div>
  );
}

function Opened(): ReactElement {
  const study = useStudies((state) => state.study);
  const problems = useStudies((state) => state.problems);
  return (
    <>
      <p className="studies-up">
        <a href={hashOf({ view: 'list' })}>All studies</a>
      </p>
      {study && <StudyView study={study} />}
      {problems.length > 0 && (
        <section className="message message-bad" role="alert">
          <div>
            <h2>This study cannot be opened</h2>
            <ProblemList problems={problems} />
          </div>
        </section>
      )}
      {!study && problems.length === 0 && <p className="loading">Planning the study…</p>}
    </>
  );
}

/** Renders the messages that concern the whole page. */
function Messages(): ReactElement {
  const fileProblems = useStudies((state) => state.fileProblems);
  const trouble = useStudies((state) => state.trouble);
  return (
    <>
      {fileProblems.length > 0 && (
        <section className="message message-bad" role="alert">
          <div>
            <h2>This file cannot be opened</h2>
            <ProblemList problems={fileProblems} />
          </div>
          <button
            type="button"
            className="button"
            onClick={() => useStudies.setState({ fileProblems: [] })}
          >
            Dismiss
          </button>
        </section>
      )}
      {trouble !== null && (
        <section className="message" role="status">
          <p>{trouble}</p>
          <button
            type="button"
            className="button"
            onClick={() => useStudies.setState({ trouble: null })}
          >
            Dismiss
          </button>
        </section>
      )}
    </>
  );
}

/** Renders the progress of the runs in the header, with the button that stops them. */
function Work(): ReactElement {
  const work = useStudies((state) => state.work);
  const study = useStudies((state) => state.study);
  // Runs done before this session count as done, as on the study's card.
  const whole =
    work?.kind === 'study' && study ? { ...work, all: study.runs, done: study.done } : work;
  return (
    <>
      <WorkLine work={whole} />
      {work && (
        <button type="button" className="button" onClick={() => session.cancel()}>
          Stop
        </button>
      )}
    </>
  );
}

/** Renders the page's first view. */
export function StudyList(): ReactElement {
  return (
    <>
      <h2 className="view-title">Studies</h2>
      <p className="view-lead">
        A study runs one scenario many times and varies it: the kernel’s patches, the size of RAM, a
        limit, or the seed, which sets the random numbers of a run. It shows which patch matters on
        which machine, by how much, and whether the difference is more than chance.
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
      <OfTheLab />
      <Own />
      <section aria-labelledby="gallery-title">
        <h3 id="gallery-title" className="section-title">
          Studies computed in advance
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

/** Renders the buttons that start studies of the Lab's last session, or of the opening scenario. */
function OfTheLab(): ReactElement {
  const [scenario, setScenario] = useState<Scenario | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    const last = lastSession() ?? documentOf({ gallery: OPENING_ID });
    // Other code may have written to this browser's storage, so validate the scenario.
    void checkText(JSON.stringify(last)).then((result) => setScenario(result.scenario ?? null));
  }, []);
  return (
    <div className="studies-starts">
      {scenario && (
        <StudyStarts
          title={`Study “${scenario.title}”`}
          scenario={scenario}
          catalogue={wholeCatalogue}
          onFailure={(_, found) => setProblems(found)}
        />
      )}
      <ProblemList problems={problems} />
    </div>
  );
}

/** Says how many runs of a paused study are done. */
function progressWords({ done, runs }: { done: number; runs: number }): string {
  return done < runs
    ? `stopped at ${formatCount(done)} of ${countOf(runs, 'run')}`
    : `all of ${countOf(runs, 'run')} done`;
}

/** Renders the visitor's own studies. */
function Own(): ReactElement {
  const { entries, undo } = useOwn();
  return (
    <section aria-labelledby="own-title">
      <h3 id="own-title" className="section-title">
        Yours
      </h3>
      {entries.length === 0 && (
        <p className="empty">Studies that you create are stored here, in this browser only.</p>
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
