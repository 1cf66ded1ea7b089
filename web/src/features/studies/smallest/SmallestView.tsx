/** The view “Smallest machine”: a scenario, a condition, and the smallest scenario that still meets the condition. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { formatCount, formatDuration, formatNumber, formatSeconds } from '../../../base/format.ts';
import { PAGES_OF_MIB, scaledPages } from '../../../core/machine.ts';
import { saveScenario } from '../../../core/storage/files.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import { problemsOf, sentenceOf } from '../../../engine/problems.ts';
import type { Scenario } from '../../../engine/types.ts';
import { ProblemList } from '../../../widgets/Words.tsx';
import { hashOf, labAddress } from '../route.ts';
import { CopyLink, useTitle } from '../ui/CopyLink.tsx';
import { countOf } from '../words.ts';
import type { Found } from './condition.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { openSmallest, stopSearch, useSmallest, type Running } from './store.ts';
import './smallest.css';

export function SmallestView({ link }: { link: string }): ReactElement {
  const base = useSmallest((state) => state.base);
  const problems = useSmallest((state) => state.problems);
  const said = useSmallest((state) => state.said);
  useTitle('Smallest machine');
  useEffect(() => {
    void openSmallest(link);
    // Stop the search when the user leaves its view: otherwise it would continue unseen.
    window.addEventListener('pagehide', stopSearch);
    return () => {
      window.removeEventListener('pagehide', stopSearch);
      stopSearch();
    };
  }, [link]);
  return (
    <>
      <p className="studies-up">
        <a href={hashOf({ view: 'list' })}>All studies</a>
      </p>
      <h2 className="view-title">Smallest machine</h2>
      <p className="view-lead">
        The search makes a scenario smaller step by step, as long as a condition holds: less RAM and
        data, fewer programs, devices and patches, a shorter run. The remaining scenario shows the
        same effect and is easier to follow.
      </p>
      {problems.length > 0 && (
        <section className={base ? 'message' : 'message message-bad'} role="alert">
          <div>
            <h2>{base ? 'Parts of this link could not be read' : 'This link cannot be opened'}</h2>
            <ProblemList problems={problems} />
          </div>
        </section>
      )}
      {!base && problems.length === 0 && <p className="loading">Reading the link…</p>}
      {base && (
        <>
          <Base scenario={base} link={link} />
          <div className="smallest">
            <ConditionForm base={base} />
            <SearchPanel />
          </div>
        </>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

function Base({ scenario, link }: { scenario: Scenario; link: string }): ReactElement {
  const programs = scenario.workload?.length ?? 0;
  return (
    <p className="smallest-base">
      Scenario: <a href={`./#${link}`}>{scenario.title}</a>{' '}
      <span className="quiet number">
        · {formatCount(scaledPages(scenario))} pages of RAM ({ramWords(scaledPages(scenario))}),{' '}
        {countOf(programs, 'program')}
        {scenario.against ? '' : ', no lane B'}
      </span>
    </p>
  );
}

// The progress of the search, or its result.

const MS = 1e6;

function SearchPanel(): ReactElement {
  const running = useSmallest((state) => state.running);
  const found = useSmallest((state) => state.found);
  const failure = useSmallest((state) => state.failure);
  const title = useRef<HTMLHeadingElement>(null);
  const searching = running !== null;
  useEffect(() => {
    // The focused button was removed, so the focus moves to the heading.
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
            {found ? 'The smallest scenario so far is kept.' : 'No smaller scenario was found.'}
          </p>
        </div>
      )}
      {running && <Progress running={running} />}
      {found && <Outcome found={found} />}
      {!running && !found && failure === null && (
        <p className="quiet">
          The search first checks that the condition holds for the scenario itself, and then tries
          smaller ones. The same search always finds the same machine: the smallest that its steps
          reach. An even smaller one may exist.
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
    ['Elapsed time', formatSeconds(wallMs * MS, 0)],
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
          {held === null ? 'Nothing found yet.' : 'Stop keeps the smallest so far.'}
        </span>
      </div>
    </>
  );
}

// The smallest machine that was found, beside the original scenario.

/** Formats pages as MiB: machines in this view may have only a few MiB, or less than one. */
function ramWords(pages: number): string {
  const mib = pages / PAGES_OF_MIB;
  return `${formatNumber(mib, mib < 10 && !Number.isInteger(mib) ? 1 : 0)} MiB`;
}

function Outcome({ found }: { found: Found }): ReactElement {
  const { how, condition, before, after, smaller } = found;
  const tries = after.tries === 1 ? '1 try' : `${formatCount(after.tries)} tries`;
  return (
    <>
      <p>
        {how === 'done' && `Done after ${tries}: no further step keeps the condition.`}
        {how === 'stopped' && `Stopped after ${tries}: a smaller scenario may exist.`}
        {how === 'all tried' &&
          `The limit of ${tries} is reached: with more tries, a smaller scenario may be found.`}
      </p>
      {smaller ? <Sizes before={before} after={after} /> : <p>No smaller scenario was found.</p>}
      <p className="quiet smallest-condition">
        Condition: <code>{condition}</code>
      </p>
      {smaller && <Actions document={found.document} />}
    </>
  );
}

interface SizesProps {
  before: SearchProgress;
  after: SearchProgress;
}

function Sizes({ before, after }: SizesProps): ReactElement {
  const lines: [title: string, of: (size: SearchProgress) => string, more?: typeof ramOf][] = [
    ['RAM', ({ pages }) => `${formatCount(pages)} pages`, ramOf],
    ['Programs', ({ programs }) => formatCount(programs)],
    ['Longest virtual time', ({ longest_ms: ms }) => formatDuration(ms * MS)],
  ];
  return (
    <table className="smallest-sizes number">
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">Smallest</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([title, of, more]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {[before, after].map((size, at) => (
              <td key={at}>
                {of(size)} {more && <span className="quiet">{more(size)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ramOf({ pages }: SearchProgress): string {
  return ramWords(pages);
}

/** Renders the buttons for the scenario that was found. */
function Actions({ document }: { document: string }): ReactElement {
  const { scenario, link, problem } = useChecked(document);
  const lab = link === null ? null : addressOf(link, scenario);
  return (
    <>
      <div className="study-actions">
        {lab !== null && (
          <a className="button button-primary" href={lab}>
            Open in the Lab
          </a>
        )}
        {lab !== null && <CopyLink link={lab} otherwise="Copy it in the Lab" />}
        {scenario && (
          <button type="button" className="button" onClick={() => saveScenario(scenario, {})}>
            Save scenario
          </button>
        )}
      </div>
      {problem !== '' && <p className="form-bad">{problem}</p>}
    </>
  );
}

/** Returns the Lab's address of a scenario. A scenario with two lanes opens at their first difference. */
function addressOf(link: string, scenario: Scenario | null): string {
  return scenario?.against ? labAddress(link) : `./#${link}`;
}

interface Checked {
  scenario: Scenario | null;
  /** Null if the scenario is too large for a link, or while the link is being made. */
  link: string | null;
  problem: string;
}

const UNCHECKED: Checked = { scenario: null, link: null, problem: '' };

/** Validates a document; returns its scenario and the link to it. */
function useChecked(document: string): Checked {
  const [checked, setChecked] = useState(UNCHECKED);
  useEffect(() => {
    let here = true;
    const set = (to: Partial<Checked>) => here && setChecked((was) => ({ ...was, ...to }));
    const write = async () => {
      const { check, encodeLink } = await loadDocuments();
      const { scenario, problems } = check(document);
      set({ scenario: scenario ?? null, problem: problems?.map(sentenceOf).join(' ') ?? '' });
      if (scenario) {
        set({ link: encodeLink(document, '{}') });
      }
    };
    write().catch((error: unknown) =>
      set({ problem: problemsOf(error).map(sentenceOf).join(' ') }),
    );
    return () => {
      here = false;
    };
  }, [document]);
  return checked;
}
