/** What a study runs, how far it is, and the buttons that start and stop it. */
import { useEffect, type ReactElement } from 'react';

import { formatCount, formatSeconds } from '../../../base/format.ts';
import { session } from '../session.ts';
import { useStudies, type ShownStudy } from '../store.ts';
import { countOf, estimateWords } from '../words.ts';

/** The panel. */
export function RunPanel({ study }: { study: ShownStudy }): ReactElement {
  const work = useStudies((state) => state.work);
  const failures = useStudies((state) => state.failures);
  const runTime = useStudies((state) => state.runTime);
  const { runs, done, outcome } = study;
  const left = runs - done;
  const combinations = outcome.points.length;
  const running = work?.kind === 'study';
  useEstimate(study, left > 0 && !work && runTime === null);
  return (
    <section className="card run-panel" aria-label="Runs">
      <div className="run-controls">
        <p className="run-counts number">
          <strong>{countOf(combinations, 'combination')}</strong>, {countOf(runs, 'run')}
          {done > 0 && `, ${done === runs ? 'all' : formatCount(done)} done`}
          {outcome.left_out.length > 0 &&
            `; ${countOf(outcome.left_out.length, 'combination')} impossible`}
        </p>
        {left > 0 && !work && (
          <button type="button" className="button button-primary" onClick={() => session.run()}>
            {done > 0 ? `Run the other ${formatCount(left)}` : `Run ${countOf(runs, 'run')}`}
          </button>
        )}
        {running && (
          <button type="button" className="button" onClick={() => session.cancel()}>
            Stop
          </button>
        )}
      </div>
      {left > 0 && !work && (
        <p className="quiet run-note" data-testid="estimate">
          {estimateWords(left, runTime)}
          {done > 0 && ' Results are kept in this browser: no run is carried out twice.'}
        </p>
      )}
      {failures.size > 0 && !work && <Failures failures={failures} />}
      {running && (
        <ul className="running">
          {work.running.map(({ name, nowNs }, at) => (
            <li key={at} className="number">
              {name}
              <span className="quiet"> at {formatSeconds(nowNs)} of virtual time</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {running ? `Running ${countOf(work.all, 'run')}` : done === runs ? 'All runs are done' : ''}
      </p>
    </section>
  );
}

function Failures({ failures }: { failures: ReadonlyMap<number, string> }): ReactElement {
  return (
    <div className="message message-bad" role="alert">
      <div>
        <h4>
          {failures.size === 1 ? 'A run has' : `${formatCount(failures.size)} runs have`} failed
        </h4>
        <p>The results of the other runs are kept.</p>
        <ul className="problems">
          {[...failures].slice(0, FAILURES_SHOWN).map(([run, message]) => (
            <li key={run}>{message.replace(/\.?$/, '.')}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** More sentences of the same kind help nobody. */
const FAILURES_SHOWN = 5;

/** Lets the first run be carried out, to see how long one takes; its result is kept. */
function useEstimate({ document }: ShownStudy, wanted: boolean): void {
  useEffect(() => {
    if (wanted) {
      void session.estimate(document);
    }
  }, [document, wanted]);
}
