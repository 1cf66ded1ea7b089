/** The Results page: what was published beside what the engine computes. */
import { useEffect, useRef, type ReactElement } from 'react';
import { type Route, hashOf } from '../../../core/link/results-route.ts';
import { tableTitle } from '../../../core/published/words.ts';
import { saveText } from '../../../core/storage/files.ts';
import { ThemeSwitch, TopBar } from '../../../widgets/TopBar.tsx';
import { WorkLine } from '../../../widgets/WorkLine.tsx';
import { useResults, type Planned } from '../store.ts';
import { csvOf } from '../tables.ts';
import { ConstantsView } from './ConstantsView.tsx';
import { Overview } from './Overview.tsx';
import { PostingView } from './PostingView.tsx';
import { session } from '../session.ts';

/** Everything on the page. */
export function ResultsPage(): ReactElement {
  const planned = useResults((state) => state.planned);
  const failure = useResults((state) => state.failure);
  const route = useResults((state) => state.route);
  return (
    <div className="results">
      <TopBar part="results">
        <Work />
        <ThemeSwitch />
        <ExportButton />
      </TopBar>
      {planned ? <SideLinks planned={planned} route={route} /> : <div className="results-side" />}
      <main className="results-main" id="main" tabIndex={-1}>
        {failure !== null && (
          <section className="message message-bad" role="alert">
            <div>
              <h2>The results cannot be shown</h2>
              <p>{failure}. Load the page again when the server can be reached.</p>
            </div>
          </section>
        )}
        {!planned && failure === null && <p className="loading">Loading the engine…</p>}
        {planned && <View planned={planned} route={route} />}
      </main>
    </div>
  );
}

function View({ planned, route }: { planned: Planned; route: Route }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef(route);
  useEffect(() => {
    // A link leads to the start of its part, or to the row that a point of the plot stands for.
    if (opened.current !== route) {
      opened.current = route;
      if (useResults.getState().sought === null) {
        place.current?.focus({ preventScroll: true });
        place.current?.scrollIntoView({ block: 'start' });
      }
    }
  }, [route]);
  return (
    <div ref={place} tabIndex={-1} className="results-view">
      {route.view === 'overview' && <Overview planned={planned} />}
      {route.view === 'constants' && <ConstantsView />}
      {route.view === 'posting' && (
        <PostingView planned={planned} name={route.posting} table={route.table} />
      )}
    </div>
  );
}

/** The button. */
function ExportButton(): ReactElement {
  const ready = useResults((state) => state.planned !== null);
  const save = () => {
    const { planned, judged, failures, options } = useResults.getState();
    if (planned) {
      const text = csvOf(planned.outline, planned.lines, judged, failures, options);
      saveText('reclaim-results.csv', 'text/csv', text);
    }
  };
  return (
    <button type="button" className="button button-primary" disabled={!ready} onClick={save}>
      <span>
        <span className="wide-only">Download </span>CSV
      </span>
    </button>
  );
}

/** The links at the left. */
function SideLinks({ planned, route }: { planned: Planned; route: Route }): ReactElement {
  const postings = planned.outline.postings.map((posting, number) => ({ ...posting, number }));
  const present = route.view === 'posting' ? route : null;
  const link = (to: Route, name: string, note: string) => (
    <a href={hashOf(to)} aria-current={hashOf(to) === hashOf(route) ? 'page' : undefined}>
      <span>{name}</span>
      {note !== '' && <span className="side-note">{note}</span>}
    </a>
  );
  const tablesOf = (number: number, posting: string) => {
    const tables = planned.tables.filter((table) => table.posting === number);
    return (
      <ul className="side-tables">
        {tables.map(({ name }) => (
          <li key={name}>
            {link({ view: 'posting', posting, table: name }, tableTitle(name), '')}
          </li>
        ))}
      </ul>
    );
  };
  const group = (measured: boolean) =>
    postings
      .filter((posting) => posting.measured === measured)
      .map(({ posting, title, number }) => {
        const tables = planned.tables.filter((table) => table.posting === number);
        const rows = planned.outline.rows.filter((row) => row.posting === number).length;
        const note = measured ? `${rows} runs` : posting.replace(/^.*-/, '');
        return (
          <li key={posting}>
            {link({ view: 'posting', posting, table: null }, title, note)}
            {present?.posting === posting && tables.length > 1 && tablesOf(number, posting)}
          </li>
        );
      });
  return (
    <nav className="results-side" aria-label="Postings">
      <ul>
        <li>{link({ view: 'overview' }, 'All verdicts', '')}</li>
      </ul>
      <h2 className="eyebrow">Postings</h2>
      <ul>{group(false)}</ul>
      <h2 className="eyebrow">Measured</h2>
      <ul>{group(true)}</ul>
      <h2 className="eyebrow">The model</h2>
      <ul>
        <li>{link({ view: 'constants' }, 'Free constants', '')}</li>
      </ul>
    </nav>
  );
}

/** What runs, in the header, and the button that stops it. */
function Work(): ReactElement {
  const work = useResults((state) => state.work);
  return (
    <>
      <WorkLine work={work} />
      {work && (
        <button type="button" className="button" onClick={() => session.cancel()}>
          Cancel
        </button>
      )}
    </>
  );
}
