/** The Results page: what was published beside what the engine computes. */
import { useEffect, useRef, type ReactElement } from 'react';

import type { Route } from '../../../core/link/results-route.ts';
import { saveText } from '../../../core/storage/save.ts';
import { ThemeSwitch } from '../../../widgets/ThemeSwitch.tsx';
import { TopBar } from '../../../widgets/TopBar.tsx';
import { csvOf } from '../csv.ts';
import { useResults, type Planned } from '../store.ts';
import { ConstantsView } from './ConstantsView.tsx';
import { Overview } from './Overview.tsx';
import { PostingView } from './PostingView.tsx';
import { SideLinks } from './SideLinks.tsx';
import { CancelButton, WorkLine } from './WorkLine.tsx';

/** Everything on the page. */
export function ResultsPage(): ReactElement {
  const planned = useResults((state) => state.planned);
  const failure = useResults((state) => state.failure);
  const route = useResults((state) => state.route);
  return (
    <div className="results">
      <TopBar part="results">
        <WorkLine />
        <CancelButton />
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
