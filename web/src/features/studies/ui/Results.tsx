/** What the runs say together: for one measure at a time, pictures and tables; and all of it as files. */
import { useState, type ReactElement } from 'react';

import { sentenceOf } from '../../../engine/problems.ts';
import { titleOfMeasure } from '../measures.ts';
import { session } from '../session.ts';
import type { ShownStudy } from '../store.ts';
import { countOf } from '../words.ts';
import { ResultTable } from './ResultTable.tsx';

interface ResultsProps {
  study: ShownStudy;
  measure: string;
  onMeasure: (measure: string) => void;
}

/** The section. */
export function Results({ study, measure, onMeasure }: ResultsProps): ReactElement {
  const { outcome, done, runs } = study;
  const { measures } = outcome.study;
  return (
    <section aria-labelledby="results-title" className="study-results">
      <div className="results-head">
        <h3 id="results-title" className="section-title">
          Results
          {done < runs && (
            <span className="quiet">
              {' '}
              of {done} of {countOf(runs, 'run')}, so far
            </span>
          )}
        </h3>
        <label className="measure-choice">
          Measure
          <select
            className="button"
            value={measure}
            onChange={(event) => onMeasure(event.target.value)}
          >
            {measures.map((name) => (
              <option key={name} value={name}>
                {titleOfMeasure(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="button" onClick={() => void session.save('json')}>
          Save JSON
        </button>
        <button type="button" className="button" onClick={() => void session.save('csv')}>
          Save CSV
        </button>
      </div>
      <ResultTable result={outcome} measure={measure} />
      <LeftOut study={study} />
    </section>
  );
}

/** Reasons that are shown at first. */
const REASONS = 50;

function LeftOut({ study }: { study: ShownStudy }): ReactElement | null {
  const { left_out: impossible, factors } = study.outcome;
  const [all, setAll] = useState(false);
  if (impossible.length === 0) {
    return null;
  }
  const shown = all ? impossible : impossible.slice(0, REASONS);
  return (
    <details>
      <summary>{countOf(impossible.length, 'combination')} cannot be run</summary>
      <ul className="problems">
        {shown.map(({ labels, problems }, at) => (
          <li key={at}>
            {factors.map((factor, of) => `${factor}: ${labels[of] ?? ''}`).join(', ')}.{' '}
            {problems.map(sentenceOf).join(' ')}
          </li>
        ))}
      </ul>
      {shown.length < impossible.length && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          Show all
        </button>
      )}
    </details>
  );
}
