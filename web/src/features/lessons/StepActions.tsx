/** What a step offers to do: go to its moment, move its switch, open a table of the Results page. */
import type { ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { laneSetting, mechanismsOn } from '../../core/lab/lanes.ts';
import { momentText } from '../../core/lab/moment.ts';
import { useLab } from '../../core/lab/store.ts';
import { hashOf } from '../../core/link/results-route.ts';
import { useTick } from '../../core/time/ticks.ts';
import { go, moveSwitch } from './run.ts';
import { useLessons } from './store.ts';
import type { Step } from './types.ts';

/** The buttons, and what becomes of them. */
export function StepActions({ step }: { step: Step }): ReactElement {
  const going = useLessons((state) => state.going);
  const trouble = useLessons((state) => state.trouble);
  const { moment, play, quiz, results } = step;
  return (
    <div className="lesson-actions">
      {step.switch && <SwitchButton offered={step.switch} />}
      {moment && !quiz && (
        <button
          type="button"
          className="button"
          disabled={going !== null}
          onClick={() => void go(moment, play)}
        >
          Go to {momentText(moment)}
        </button>
      )}
      {results && (
        <a
          className="button"
          href={`./results.html${hashOf({ view: 'posting', ...results })}`}
          target="_blank"
          rel="noreferrer"
        >
          Table on the Results page
          <span className="visually-hidden"> (in a new tab)</span>
        </a>
      )}
      <p role="status" className={trouble === null ? 'quiet' : 'tone-bad'}>
        {going === null ? trouble : `Running to ${going}…`}
      </p>
    </div>
  );
}

function SwitchButton({ offered }: { offered: NonNullable<Step['switch']> }): ReactElement {
  const { lane, mechanism, on } = offered;
  useTick('tables');
  // A switch belongs to a moment: first the run must be there.
  const going = useLessons((state) => state.going !== null);
  const scenario = useLab((state) => state.scenario);
  const catalogue = useLab((state) => state.catalogue);
  const title = catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
  const stands =
    scenario !== null &&
    mechanismsOn(catalogue, laneSetting(scenario, lane), lab.lanes.nowNs()).has(mechanism) === on;
  const where = `in ${lane.toUpperCase()}`;
  return (
    <button
      type="button"
      className="button button-wrap"
      disabled={stands || going}
      onClick={() => moveSwitch(offered)}
    >
      {stands
        ? `“${title}” is ${on ? 'on' : 'off'} ${where}`
        : `Switch “${title}” ${on ? 'on' : 'off'} ${where}`}
    </button>
  );
}
