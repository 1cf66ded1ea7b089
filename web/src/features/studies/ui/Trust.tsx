/** Whether a stored result can be had again: a sample of its runs is computed here. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { SAMPLE, session } from '../session.ts';
import { useStudies, type ShownStudy } from '../store.ts';
import { countOf } from '../words.ts';

/** The section. */
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
      <h3 id="trust-title">Do these results hold?</h3>
      <p>
        {origin}, by version {study.outcome.engine} of the engine: {countOf(study.done, 'run')}
        {missing > 0 && `, ${formatCount(missing)} more are missing`}. The engine is deterministic:
        a run that this browser carries out again must end with the same digest.
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
                  ? `Run ${run}: the digest ${digest} is the same, but the values in the file are others.`
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
