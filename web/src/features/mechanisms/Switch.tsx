/** The switch of a mechanism: one line, and what there is to know about it beside it. */
import {
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';

import { lab } from '../../core/lab/lab.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import type { Movement } from '../../core/lab/requirements.ts';
import type { Mechanism } from '../../engine/types.ts';
import { Icon } from '../../widgets/icons.tsx';

interface SwitchProps {
  lane: LaneId;
  mechanism: Mechanism;
  on: boolean;
  /** What it did in this run, in a word or two. */
  effect: string | null;
  /** Why it cannot be moved alone; null if it can. */
  blocked: string | null;
  /** What moves when it is moved all the same, itself included. */
  movements: readonly Movement[];
}

/** Room that the explanation wants below its line, CSS pixels. */
const ROOM = 190;

/** The line. The explanation is beside it while the pointer or the focus is there, and below it where somebody tapped. */
export function Switch({ lane, mechanism, on, effect, blocked, movements }: SwitchProps) {
  const { id, title, explanation, source, kernel, assumed } = mechanism;
  // What was asked for and cannot be done is said aloud once.
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [up, setUp] = useState(false);
  const place = (event: FocusEvent | MouseEvent) => {
    setDismissed(false);
    setUp(window.innerHeight - event.currentTarget.getBoundingClientRect().top < ROOM);
  };
  const dismiss = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setDismissed(true);
      setOpened(false);
    }
  };
  const state = `${opened ? ' is-opened' : ''}${dismissed ? ' is-dismissed' : ''}`;
  return (
    <li
      className={`mechanism${state}`}
      data-mechanism={id}
      onMouseEnter={place}
      onFocus={place}
      onKeyDown={dismiss}
    >
      <div className="mechanism-line">
        <label>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={on}
            aria-disabled={blocked !== null}
            aria-describedby={`${id}-about`}
            onChange={(event) => {
              // The engine has the last word: until then it stands where it stood.
              event.target.checked = on;
              setAsked(blocked !== null);
              setOpened(opened || blocked !== null);
              if (blocked === null) {
                lab.switchMechanisms(lane, movements);
              }
            }}
          />
          <span className="mechanism-title">{title}</span>
        </label>
        {effect !== null && <span className="mechanism-effect number">{effect}</span>}
        <button
          type="button"
          className="mechanism-more"
          aria-label={`About ${title}`}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Icon name="more" />
        </button>
      </div>
      <div className={`mechanism-about${up ? ' is-up' : ''}`}>
        <p id={`${id}-about`}>
          {explanation}{' '}
          <span className="quiet">
            {source}
            {source.includes(kernel) ? '' : ` · ${kernel}`}
            {assumed && ' · its effect is assumed'}
          </span>
        </p>
        {blocked !== null && (
          <p className={`mechanism-why${asked ? ' is-asked' : ''}`}>
            {blocked} <Together lane={lane} title={title} movements={movements} />
            <span role="status" className="visually-hidden">
              {asked ? `${title} was not switched. ${blocked}` : ''}
            </span>
          </p>
        )}
      </div>
    </li>
  );
}

interface TogetherProps {
  lane: LaneId;
  title: string;
  movements: readonly Movement[];
}

function Together({ lane, title, movements }: TogetherProps): ReactElement {
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => lab.switchMechanisms(lane, movements)}
    >
      {movements.length === 2 ? 'Switch both' : `Switch all ${movements.length}`}
      <span className="visually-hidden"> for {title}</span>
    </button>
  );
}
