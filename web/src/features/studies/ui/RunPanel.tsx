/** The runs of a study: their number, their progress, and the buttons that start and stop them. */
import { useEffect, type ReactElement } from 'react';

import { formatCount, formatSeconds } from '../../../base/format.ts';
import { countOf, estimateWords, firstAnswerWords, lanesAlike } from '../words.ts';
import { session } from '../session.ts';
import { SAMPLE } from '../study-runs.ts';
import { useStudies, type ShownStudy } from '../store.ts';

/** Whether the visitor has started the runs; a single run may have been carried out only to measure its time. */
export function hasBegun({ done, runs }: ShownStudy, running: boolean): boolean {
  return done === runs || done > (running ? 0 : 1);
}

export function RunPanel({ study }: { study: ShownStudy }): ReactElement {
  const work = useStudies((state) => state.work);
  const failures = useStudies((state) => state.failures);
  const runTime = useStudies((state) => state.runTime);
  const { runs, done, outcome } = study;
  // Only a visitor with a link from elsewhere may expect results.
  const arrived = useStudies(({ arrivedBy }) => study.link !== null && study.link === arrivedBy);
  const left = runs - done;
  const combinations = outcome.points.length;
  const running = work?.kind === 'study';
  const begun = hasBegun(study, running);
  useEstimate(study, left > 0 && !work && runTime === null);
  return (
    <section className="card run-panel" aria-label="Runs">
      <div className="run-controls">
        <p className="run-counts number">
          <strong>{countOf(combinations, 'combination')}</strong>, {countOf(runs, 'run')}
          {begun && `, ${done === runs ? 'all' : formatCount(done)} done`}
          {outcome.left_out.length > 0 &&
            `; ${countOf(outcome.left_out.length, 'combination')} impossible`}
        </p>
        {left > 0 && !work && (
          <button type="button" className="button button-primary" onClick={() => session.run()}>
            {begun ? `Run the other ${formatCount(left)}` : `Run ${countOf(runs, 'run')}`}
          </button>
        )}
        {running && (
          <button type="button" className="button" onClick={() => session.cancel()}>
            Stop
          </button>
        )}
      </div>
      {left > 0 && !work && lanesAlike(study.study) && (
        <p className="run-note">
          <strong>A and B will not differ</strong>: both run the same kernel with the same patches.
          To compare, <a href="./">go to the Lab</a> and choose another kernel or patch for B before
          you vary the machine.
        </p>
      )}
      {left > 0 && !work && (
        <p className="quiet run-note" data-testid="estimate">
          {begun
            ? `Stopped at ${formatCount(done)} of ${countOf(runs, 'run')}. `
            : arrived && 'There are no results here yet: a link holds a study, not its results. '}
          {estimateWords(left, runTime)}
          {!begun && firstAnswerWords(study.study, runTime)}
          {begun && ' Results are stored in this browser: no run is repeated.'}
        </p>
      )}
      {failures.size > 0 && !work && <Failures failures={failures} />}
      {running && (
        <p className="quiet run-note">
          While the study runs, the Lab and Results open in a new tab. If you close this page, the
          runs stop; they continue when you open the study again.
        </p>
      )}
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
        {running ? `Started ${countOf(work.all, 'run')}` : done === runs ? 'All runs are done' : ''}
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

/** Maximum number of failures listed; a longer list would not help the user. */
const FAILURES_SHOWN = 5;

/** Carries out the first run to measure its time; its result is kept. */
function useEstimate({ document }: ShownStudy, wanted: boolean): void {
  useEffect(() => {
    if (wanted) {
      void session.estimate(document);
    }
  }, [document, wanted]);
}

// A stored result is checked by computing some of its runs again here.

/** Renders the check of a stored result. */
export function Trust({ study }: { study: ShownStudy }): ReactElement {
  const work = useStudies((state) => state.work);
  const compared = useStudies((state) => state.compared);
  const failures = useStudies((state) => state.failures);
  const checking = work?.kind === 'sample';
  const left = Math.min(SAMPLE, study.done - compared.length);
  const origin = study.gallery
    ? 'These results were computed in advance'
    : 'These results come from a file';
  const missing = study.runs - study.done;
  return (
    <section aria-labelledby="trust-title" className="card trust">
      <h3 id="trust-title">Verify these results</h3>
      <p>
        {origin}, by version {study.outcome.engine} of the engine: {countOf(study.done, 'run')}
        {missing > 0 && `, ${formatCount(missing)} are missing`}. The engine is deterministic: a run
        that this browser repeats must end with the same digest.
      </p>
      <div className="study-actions">
        <button
          type="button"
          className="button"
          disabled={work !== null || left <= 0}
          onClick={() => void session.sample()}
        >
          {compared.length === 0
            ? `Recompute ${countOf(left, 'run')} here`
            : `Recompute ${left} more`}
        </button>
        <p role="status">{checking ? 'Recomputing…' : verdictOf(compared)}</p>
      </div>
      {compared.some(({ same }) => !same) && (
        <ul className="problems tone-bad">
          {compared
            .filter(({ same }) => !same)
            .map(({ run, digest, here }) => (
              <li key={run}>
                {digest === here
                  ? `Run ${run}: the digest ${digest} is the same, but the values in the file differ.`
                  : `Run ${run}: ${digest} in the file, ${here} here.`}
              </li>
            ))}
        </ul>
      )}
      {failures.size > 0 && !work && (
        <ul className="problems tone-bad">
          {[...failures].map(([run, message]) => (
            <li key={run}>{message.replace(/\.?$/, '.')}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function verdictOf(compared: readonly { same: boolean }[]): string {
  const same = compared.filter((one) => one.same).length;
  if (compared.length === 0) {
    return '';
  }
  return same === compared.length
    ? `${same} of ${compared.length} runs recomputed here have the same digest.`
    : `Only ${same} of ${compared.length} runs recomputed here have the same digest: the file was changed, or comes from another version of the engine.`;
}
