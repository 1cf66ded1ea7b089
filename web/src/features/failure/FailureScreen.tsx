/** The screen after a failure: a description, ways to continue, and a report. */
import type { ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { refuse, useLab, type Failure } from '../../core/lab/store.ts';
import { lab } from '../../core/lab/lab.ts';
import { checkText } from '../../engine/documents.ts';
import { Report, happeningNow } from '../../widgets/problem-report/Report.tsx';
import '../../widgets/problem-report/problem-report.css';

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
  return `Scenario, switches and time are kept${also}.`;
}

/** Continues at the same time with half of the RAM and of the work; Undo brings the current run back. */
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
      <p>Reason: {reason}. The run continues, and all values are correct.</p>
      <p>The map returns as soon as the browser restores WebGL.</p>
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

// Texts and buttons of messages about failures.

/** A message and its first button. */
export interface FailureWords {
  title: string;
  /** Describes the failure. */
  what: string;
  /** Tells the user how to continue. */
  advice: string;
  /** Label of the first button. */
  button: string;
  /** Whether that button seeks only to the time that the lanes had reached. */
  stands: boolean;
}

/** Names lanes: “lane A”, “lanes A and B”. */
export function laneNames(lanes: readonly string[]): string {
  const names = lanes.map((lane) => lane.toUpperCase());
  return `${names.length > 1 ? 'lanes' : 'lane'} ${names.join(' and ')}`;
}

/** Returns the texts for a failure. */
export function wordsOf(failure: Failure): FailureWords {
  const { cause, lanes, moment, reachedNs, again } = failure;
  const name = laneNames(lanes);
  const one = lanes.length < 2;
  const reached = formatSeconds(reachedNs);
  const goOn = moment.nowNs > 0 ? `Continue at ${formatSeconds(moment.nowNs)}` : 'Try again';
  const message = failure.message.replace(/\.$/, '');
  const stand = { button: `Pause at ${reached}`, stands: true };
  switch (cause) {
    case 'fault':
      if (lanes.length === 0) {
        return {
          title: 'The page’s engine has stopped',
          what: `Internal engine error: ${message}. The lanes are not affected; they are at ${reached} of virtual time.`,
          advice: 'Reload the page to restart the engine. The run returns to the same time.',
          button: 'Reload',
          stands: false,
        };
      }
      return {
        title: `The engine of ${name} has stopped`,
        what: `Internal engine error after ${reached} of virtual time: ${message}.`,
        ...(again
          ? {
              advice: `The same error occurred before, so it will occur again. You can view the run up to ${reached}. A different switch or scenario may avoid it.`,
              ...stand,
            }
          : {
              advice: `“${goOn}” restarts ${one ? 'the lane' : 'both lanes'} and recomputes the run up to this time.`,
              button: goOn,
              stands: false,
            }),
      };
    case 'memory':
      return {
        title:
          lanes.length > 0 ? `Not enough memory for ${name}` : 'Not enough memory for the engine',
        // An engine that traps for lack of memory gives no reason, so show its message only if it mentions memory.
        what: `The page ran out of memory at ${reached} of virtual time${message.includes('emory') ? `: ${message}` : ''}.`,
        advice:
          lanes.length > 0
            ? `Close other tabs and ${again ? 'reload the page' : 'continue'}, or run a machine of half the size; its times and counts are smaller.`
            : 'Close other tabs, then reload the page.',
        ...(again && lanes.length > 0
          ? stand
          : { button: lanes.length > 0 ? goOn : 'Reload', stands: false }),
      };
    case 'worker':
      return {
        title: `The worker of ${name} could not be started`,
        what: `${message}. The server does not respond, or it now has another version of this page.`,
        advice: 'Try again when the server can be reached, or reload the page.',
        button: goOn,
        stands: false,
      };
    case 'silent':
      return {
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${one ? 'does' : 'do'} not respond`,
        what: `The worker has not responded for 10 s; it had reached ${reached} of virtual time. The browser may have stopped it, or it is very slow.`,
        advice: 'If it responds, the run continues and this message disappears.',
        button: `Restart at ${formatSeconds(moment.nowNs)}`,
        stands: false,
      };
    case 'other':
      return {
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${one ? 'has' : 'have'} stopped`,
        what: `Error at ${reached} of virtual time: ${message}.`,
        advice: again
          ? 'The same error occurred before. Reload the page.'
          : 'Continue. If the error occurs again, reload the page.',
        ...(again ? stand : { button: goOn, stands: false }),
      };
    case 'page':
      return {
        title: 'The engine could not be started',
        what: `The download is incomplete, or this browser cannot run the engine: ${message}.`,
        advice: 'Reload the page when the server can be reached.',
        button: 'Reload',
        stands: false,
      };
  }
}
