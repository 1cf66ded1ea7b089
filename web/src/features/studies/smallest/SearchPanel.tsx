/** How far the search is, or what it has found. */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatCount, formatDuration, formatSeconds } from '../../../base/format.ts';
import { Outcome, ramWords } from './Outcome.tsx';
import { stopSearch, useSmallest, type Running } from './store.ts';

const MS = 1e6;

/** The panel. */
export function SearchPanel(): ReactElement {
  const running = useSmallest((state) => state.running);
  const found = useSmallest((state) => state.found);
  const failure = useSmallest((state) => state.failure);
  const title = useRef<HTMLHeadingElement>(null);
  const searching = running !== null;
  useEffect(() => {
    // The button that had the focus is gone.
    if (found && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true });
    }
  }, [found]);
  return (
    <section className="card smallest-panel" aria-labelledby="search-title" aria-busy={searching}>
      <h3 id="search-title" ref={title} tabIndex={-1} className="section-title">
        {headingOf(running, found !== null)}
      </h3>
      {failure !== null && (
        <div className="message message-bad" role="alert">
          <p>
            The search ended early: {failure}{' '}
            {found ? 'The smallest scenario so far is kept.' : 'Nothing was found before.'}
          </p>
        </div>
      )}
      {running && <Progress running={running} />}
      {found && <Outcome found={found} />}
      {!running && !found && failure === null && (
        <p className="quiet">
          The search first checks that the condition holds for the scenario itself; then it tries
          smaller ones. The same search always finds the same machine. It is the smallest that the
          steps of the search reach, which need not be the smallest of all.
        </p>
      )}
    </section>
  );
}

function headingOf(running: Running | null, found: boolean): string {
  if (running) {
    return running.document === null ? 'Checking the condition' : 'Searching';
  }
  return found ? 'Result' : 'Search';
}

function Progress({ running }: { running: Running }): ReactElement {
  const { now, document: held, wallMs } = running;
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  const lines: [term: string, text: string][] = [
    [
      'Tries',
      held && now ? `${formatCount(now.tries)} of at most ${formatCount(now.tries_most)}` : '–',
    ],
    ['RAM', now ? `${formatCount(now.pages)} pages (${ramWords(now.pages)})` : '–'],
    ['Programs', now ? formatCount(now.programs) : '–'],
    ['Virtual time', held && now ? formatDuration(now.longest_ms * MS) : '–'],
    ['Time here', formatSeconds(wallMs * MS, 0)],
  ];
  return (
    <>
      <progress
        aria-label={held === null ? 'Checking the condition' : 'Tries'}
        {...(held !== null && now && { max: now.tries_most, value: now.tries })}
      />
      <dl className="study-summary number">
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="study-actions">
        <button ref={stop} type="button" className="button" onClick={stopSearch}>
          Stop
        </button>
        <span className="quiet">
          {held === null ? 'Nothing was found yet.' : 'Keeps the smallest so far.'}
        </span>
      </div>
    </>
  );
}
