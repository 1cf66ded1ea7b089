/** What is shown when something has broken: what happened, how to go on, and a report of it. */
import type { ReactElement } from 'react';

import { refuse } from '../../core/lab/intake.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab, type Failure } from '../../core/lab/store.ts';
import { checkText } from '../../engine/documents.ts';
import { Report } from '../../widgets/problem-report/Report.tsx';
import { happeningNow } from '../../widgets/problem-report/report-text.ts';
import { laneNames, wordsOf } from './words.ts';
import '../../widgets/problem-report/problem-report.css';

/** All of it. */
export function FailureScreen(): ReactElement {
  const failure = useLab((state) => state.failure);
  const undrawn = useLab((state) => state.undrawn);
  return (
    <>
      {failure && <Stopped failure={failure} />}
      {Object.keys(undrawn).length > 0 && <Undrawn undrawn={undrawn} />}
    </>
  );
}

function Stopped({ failure }: { failure: Failure }): ReactElement {
  const scenario = useLab((state) => state.scenario);
  const { title, what, advice, button, stands } = wordsOf(failure);
  const { cause, reachedNs } = failure;
  const smaller = cause === 'memory' && scenario !== null;
  return (
    <section className="message message-bad failure" role="alert">
      <h2>{title}</h2>
      <p>{what}</p>
      <p>
        {advice} {scenario && kept(reachedNs > 0)}
      </p>
      <div className="failure-ways">
        <button
          type="button"
          className="button button-primary"
          onClick={() => lab.failures.goOn(stands)}
        >
          {button}
        </button>
        {stands && (
          <button type="button" className="button" onClick={() => lab.failures.goOn()}>
            Try again
          </button>
        )}
        {smaller && (
          <button type="button" className="button" onClick={() => void runSmaller()}>
            Run a machine of half the size
          </button>
        )}
        {cause === 'worker' && (
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Reload
          </button>
        )}
        <Report title={title} happening={() => failure} />
      </div>
    </section>
  );
}

function kept(moves: boolean): string {
  const also = moves ? ', also in the address of this page' : '';
  return `Scenario, switches and moment are kept${also}.`;
}

/** Half of the RAM and of the work, at the same moment; what runs now can be brought back. */
async function runSmaller(): Promise<void> {
  const { scenario, failure } = useLab.getState();
  if (scenario && failure) {
    const scale = (scenario.scale ?? 1) * 2;
    const smaller = await checkText(JSON.stringify({ ...scenario, scale }));
    if (smaller.problems) {
      refuse(smaller.problems);
      return;
    }
    const { nowNs, goesOn } = failure.moment;
    lab.open(smaller.scenario, null, false, 'a machine of half the size');
    lab.goTo(nowNs, goesOn);
  }
}

function Undrawn({ undrawn }: { undrawn: Readonly<Record<string, string>> }): ReactElement {
  const lanes = Object.keys(undrawn).sort();
  const [reason = ''] = Object.values(undrawn);
  const title = `The page map of ${laneNames(lanes)} is not drawn`;
  return (
    <section className="message message-bad failure" role="alert">
      <h2>{title}</h2>
      <p>Why: {reason}. The run goes on, and all figures are right.</p>
      <p>If the browser gives WebGL back, the map is there again by itself.</p>
      <div className="failure-ways">
        <button
          type="button"
          className="button button-primary"
          onClick={() => lab.failures.drawFlat()}
        >
          Draw without WebGL
        </button>
        <Report title={title} happening={() => happeningNow('drawing', reason)} />
      </div>
    </section>
  );
}
