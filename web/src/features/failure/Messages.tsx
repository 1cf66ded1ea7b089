/** Messages about failures and rejected requests. */
import type { ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { ProblemList } from '../../widgets/Words.tsx';

/** The details of a failure, loaded as early as possible, because the server may be unreachable later. */
export const failurePart = new Part('The error report', () => import('./FailureScreen.tsx'));

/** Renders a message about a link, a scenario or a switch. */
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
      <span className="message-buttons">
        {notice.reload && (
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Reload
          </button>
        )}
        <button type="button" className="button" onClick={() => useLab.setState({ notice: null })}>
          Dismiss
        </button>
      </span>
    </section>
  );
}

const stay = () => undefined;

/**
 * Renders a message about a failure. The plain message shown before the details are loaded must be enough if the
 * details cannot be loaded.
 */
export function FailureMessage(): ReactElement {
  const failed = useLab(({ failure }) => failure !== null);
  const undrawn = useLab((state) => Object.keys(state.undrawn).length > 0);
  const plain = (
    <section className="message message-bad" role="alert">
      <div>
        <h2>{failed ? 'The simulation has stopped' : 'The page map cannot be drawn'}</h2>
        <p>Scenario, switches and time are kept in the address of this page.</p>
      </div>
      <button type="button" className="button" onClick={() => lab.failures.goOn()}>
        Continue
      </button>
    </section>
  );
  return (
    <OnDemand part={failurePart} wanted={failed || undrawn} giveUp={stay} meanwhile={plain}>
      {({ FailureScreen }) => <FailureScreen />}
    </OnDemand>
  );
}
