/** Buttons among “More controls”: single steps of a run, and buttons that open dialogs. */
import type { ReactElement } from 'react';
import { lab } from '../../core/lab/lab.ts';
import { STEPS, useLab, type LabStore, type StepBy } from '../../core/lab/store.ts';
import { request } from '../../core/parts.tsx';
import { Icon } from '../../widgets/controls.tsx';

const UNITS = Object.keys(STEPS) as StepBy[];

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
        aria-label="Step unit"
        title="Step unit (U)"
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
        aria-label={`Step forward one ${text}`}
        title={`Step forward one ${text} (→)`}
        disabled={!ready}
        onClick={() => lab.stepBy(1)}
      >
        <Icon name="step" />
      </button>
    </div>
  );
}

/** Renders the button for slow motion, and those for the dialogs of the whole page. */
export function DialogButtons({ ready }: { ready: boolean }): ReactElement {
  return (
    <>
      <SlowMotionButton />
      <DialogButton
        kind="search"
        label="Find"
        title="Find a page, task, counter or time (/)"
        disabled={!ready}
        opens={{ searchShown: true }}
        icon="search"
      />
      <DialogButton
        kind="counters"
        label="Counters"
        title="Counters of both lanes (V)"
        disabled={!ready}
        opens={{ countersShown: true }}
        icon="table"
      />
      <DialogButton
        kind="keys"
        label="Keys"
        title="Keys (?)"
        disabled={false}
        opens={{ keysShown: true }}
        icon="keys"
      />
    </>
  );
}

function SlowMotionButton(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  return (
    <button
      type="button"
      className="button button-slow secondary expert"
      title="Watch a reclaim batch page by page (S)"
      aria-haspopup="dialog"
      disabled={!ready}
      onClick={() => request('slow-motion')}
    >
      <Icon name="slow" />
      <span>Slow motion</span>
    </button>
  );
}

interface DialogButtonProps {
  /** The suffix of its CSS class. */
  kind: string;
  label: string;
  title: string;
  icon: Parameters<typeof Icon>[0]['name'];
  disabled: boolean;
  /** The change of the store that opens the dialog. */
  opens: Partial<LabStore>;
}

function DialogButton({ kind, label, title, icon, disabled, opens }: DialogButtonProps) {
  return (
    <button
      type="button"
      className={`button button-icon secondary expert button-${kind}`}
      aria-label={label}
      title={title}
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={() => useLab.setState(opens)}
    >
      <Icon name={icon} />
    </button>
  );
}
