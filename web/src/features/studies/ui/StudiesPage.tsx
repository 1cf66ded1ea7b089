/** The Studies page: studies that come with the app, and one's own. */
import { useEffect, useRef, type ReactElement } from 'react';

import { ThemeSwitch, TopBar } from '../../../widgets/TopBar.tsx';
import { ProblemList } from '../../../widgets/Words.tsx';
import { WorkLine } from '../../../widgets/WorkLine.tsx';
import { StudyForm } from '../form/StudyForm.tsx';
import { hashOf, isOfStudy } from '../route.ts';
import { session } from '../session.ts';
import { SmallestView } from '../smallest/SmallestView.tsx';
import { useStudies } from '../store.ts';
import { StudyList } from './StudyList.tsx';
import { StudyView } from './StudyView.tsx';

/** Everything on the page. */
export function StudiesPage(): ReactElement {
  const failure = useStudies((state) => state.failure);
  const ready = useStudies((state) => state.ready);
  const running = useStudies((state) => state.work !== null);
  return (
    <div className="studies">
      <TopBar part="studies" goesOn={running ? 'the runs go on in this one' : null}>
        <Work />
        <ThemeSwitch />
      </TopBar>
      <main className="studies-main" id="main" tabIndex={-1}>
        {failure !== null && (
          <section className="message message-bad" role="alert">
            <div>
              <h2>The studies cannot be shown</h2>
              <p>{failure}. Load the page again when the server can be reached.</p>
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
    // A link leads to the start of its part.
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

/** What concerns the whole page. */
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

/** What runs, in the header, and the button that stops it. */
function Work(): ReactElement {
  const work = useStudies((state) => state.work);
  const study = useStudies((state) => state.study);
  // A study that goes on counts what was done before, as its card does.
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
