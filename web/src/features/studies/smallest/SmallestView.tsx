/** The smallest machine: a scenario, a condition, and the smallest scenario that still meets it. */
import { useEffect, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { scaledPages } from '../../../core/machine/ram.ts';
import type { Scenario } from '../../../engine/types.ts';
import { ProblemList } from '../../../widgets/ProblemList.tsx';
import { hashOf } from '../route.ts';
import { useTitle } from '../ui/title.ts';
import { countOf } from '../words.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { ramWords } from './Outcome.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import { openSmallest, stopSearch, useSmallest } from './store.ts';
import './smallest.css';

/** The view. */
export function SmallestView({ link }: { link: string }): ReactElement {
  const base = useSmallest((state) => state.base);
  const problems = useSmallest((state) => state.problems);
  const said = useSmallest((state) => state.said);
  useTitle('Smallest machine');
  useEffect(() => {
    void openSmallest(link);
    // Nobody sees a search of which nothing is shown.
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
        data, fewer programs, devices and patches, a shorter run. What is left shows the same effect
        and is easier to follow.
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
