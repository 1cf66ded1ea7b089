/** Messages about storage: the last session was restored, or something could not be stored. */
import { useEffect, type ReactElement } from 'react';

import { START_OVER, startOver } from '../../core/gallery/gallery.ts';
import { useLab } from '../../core/lab/store.ts';
import { momentaryState, toLinkView } from '../../core/link/state.ts';
import { saveScenario } from '../../core/storage/files.ts';
import { SESSION_KEY, useSession, useTroubles } from '../../core/storage/first-load.ts';
import { Report, happeningNow } from '../../widgets/problem-report/Report.tsx';
import './keep.css';

const TROUBLES_TITLE = 'Data stored in this browser';

export function KeepMessages(): ReactElement | null {
  const troubles = useTroubles((state) => state.troubles);
  const restored = useSession((state) => state.restored);
  const otherTab = useSession((state) => state.otherTab);
  return (
    <>
      {restored && <RestoredMessage />}
      {otherTab === 'heard' && <OtherTab />}
      {troubles.length > 0 && (
        <section className="message message-neutral failure" role="status">
          <h2>{TROUBLES_TITLE}</h2>
          <ul className="problems">
            {troubles.map((trouble) => (
              <li key={trouble}>{trouble}</li>
            ))}
          </ul>
          <div className="failure-ways">
            <button type="button" className="button" onClick={saveShown}>
              Save scenario
            </button>
            <button
              type="button"
              className="button"
              onClick={() => useTroubles.setState({ troubles: [] })}
            >
              Dismiss
            </button>
            <Report
              title={TROUBLES_TITLE}
              happening={() => happeningNow('storage', troubles.join(' '))}
            />
          </div>
        </section>
      )}
    </>
  );
}

/** Wall time for which the message about another tab is shown: that tab may have been closed since. */
const OTHER_TAB_MS = 12_000;

const dismissOtherTab = () => useSession.setState({ otherTab: 'dismissed' });

/** Renders the message that another tab stores its run in the same place, for some seconds. */
function OtherTab(): ReactElement {
  useEffect(() => {
    const timer = setTimeout(dismissOtherTab, OTHER_TAB_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="message message-neutral other-tab" role="status">
      <p>
        Reclaim Lab is also open in another tab. Your next visit opens the run that you used last.
      </p>
      <button type="button" className="button button-quiet" onClick={dismissOtherTab}>
        Dismiss
      </button>
    </section>
  );
}

/** Saves the run with its time as a file, which needs no browser storage. */
function saveShown(): void {
  const { scenario } = useLab.getState();
  if (scenario) {
    saveScenario(scenario, toLinkView(momentaryState()));
  }
}

const dismiss = () => useSession.setState({ restored: false });

function RestoredMessage(): ReactElement {
  // After a change, the run is no longer the restored session.
  useEffect(() => {
    const { scenario: restored } = useLab.getState();
    return useLab.subscribe(({ scenario }) => scenario !== restored && dismiss());
  }, []);
  return (
    <section className="message message-neutral" role="status">
      <div>
        <h2>Last session restored</h2>
        <p>Scenario, switches and time are as you left them.</p>
      </div>
      <span className="message-buttons">
        <button
          type="button"
          className="button"
          title={START_OVER}
          onClick={() => {
            dismiss();
            startOver();
          }}
        >
          Start over
        </button>
        <button type="button" className="button" onClick={dismiss}>
          Dismiss
        </button>
      </span>
    </section>
  );
}

/** Renders the message about a newer version. */
export function NewerVersion(): ReactElement {
  return (
    <section className="message message-neutral" role="status">
      <div>
        <h2>A newer version of Reclaim Lab is available</h2>
        <p>Reload to use it. Scenario, switches and time are kept.</p>
      </div>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </section>
  );
}

window.addEventListener('storage', ({ key }) => {
  // The event does not fire in the tab that wrote the value.
  if (key === SESSION_KEY) {
    useSession.setState(({ otherTab }) => ({ otherTab: otherTab ?? 'heard' }));
  }
});
