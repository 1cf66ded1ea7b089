/** What went wrong, in the page and in words. */
import type { ReactElement } from 'react';

import { sentenceOf } from '../engine/problems.ts';
import type { Problem } from '../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';

/** Problems as a list of sentences. */
export function ProblemList({ problems }: { problems: readonly Problem[] }): ReactElement {
  return (
    <ul className="problems">
      {problems.map((problem, index) => (
        <li key={index}>{sentenceOf(problem)}</li>
      ))}
    </ul>
  );
}

/** Something about a link, a scenario or a switch. */
export function NoticeMessage(): ReactElement | null {
  const notice = useLab((state) => state.notice);
  if (!notice) {
    return null;
  }
  return (
    <section className={`message message-${notice.tone}`} role="alert">
      <div>
        <h2>{notice.title}</h2>
        <ProblemList problems={notice.problems} />
      </div>
      <button type="button" className="button" onClick={() => useLab.setState({ notice: null })}>
        Dismiss
      </button>
    </section>
  );
}

/** The engine or a worker has stopped. */
export function FailureMessage(): ReactElement | null {
  const failure = useLab((state) => state.failure);
  const canRestart = useLab((state) => state.scenario !== null);
  if (failure === null) {
    return null;
  }
  return (
    <section className="message message-bad" role="alert">
      <div>
        <h2>The simulation has stopped</h2>
        <p>{failure}</p>
        {canRestart && (
          <p>
            The scenario and its switches are kept. Restart runs it again; if it stops again, switch
            something or open another scenario.
          </p>
        )}
      </div>
      <button
        type="button"
        className="button button-primary"
        onClick={() => (canRestart ? lab.restart(true) : window.location.reload())}
      >
        Restart
      </button>
    </section>
  );
}
