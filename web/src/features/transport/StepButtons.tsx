/** One step back and forth, by what the person chooses. */
import type { ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { STEPS, useLab, type StepBy } from '../../core/lab/store.ts';
import { Icon } from '../../widgets/icons.tsx';

const UNITS = Object.keys(STEPS) as StepBy[];

/** The buttons, and the choice between them. */
export function StepButtons({ ready }: { ready: boolean }): ReactElement {
  const stepBy = useLab((state) => state.stepBy);
  const { text } = STEPS[stepBy];
  return (
    <div className="steps expert" role="group" aria-label="Step">
      <button
        type="button"
        className="button button-icon"
        aria-label={`Step back one ${text}`}
        title={`Step back one ${text} (←)`}
        disabled={!ready}
        onClick={() => lab.stepBy(-1)}
      >
        <Icon name="back" />
      </button>
      <select
        className="speed step-by secondary"
        aria-label="What a step goes by"
        title="What a step goes by (U)"
        value={stepBy}
        onChange={(event) => useLab.setState({ stepBy: event.target.value as StepBy })}
      >
        {UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {STEPS[unit].text}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button button-icon"
        aria-label={`Step one ${text}`}
        title={`Step one ${text} (→)`}
        disabled={!ready}
        onClick={() => lab.stepBy(1)}
      >
        <Icon name="step" />
      </button>
    </div>
  );
}
