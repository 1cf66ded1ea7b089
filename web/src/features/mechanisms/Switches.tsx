/** Switches of some mechanisms in one lane. */
import {
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';

import { formatSigned } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor, whyBlocked, type Movement } from '../../core/lab/requirements.ts';
import { useLab } from '../../core/lab/store.ts';
import { Part } from '../../core/parts.tsx';
import { useTick } from '../../core/time.ts';
import type { Mechanism } from '../../engine/types.ts';
import { Icon } from '../../widgets/controls.tsx';

/** The explanations of switches, which are hidden until the pointer or the focus is on one. */
export const aboutPart = new Part('The explanations of patches', () => import('./About.tsx'));

interface SwitchesProps {
  lane: LaneId;
  mechanisms: readonly Mechanism[];
  /** The only mechanism that explains the difference between the lanes; null if several do. */
  cause: string | null;
}

export function Switches({ lane, mechanisms, cause }: SwitchesProps): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  // Render again regularly: recorded switches take effect at their time.
  useTick('tables');
  if (!scenario) {
    return null;
  }
  const onIn = (one: LaneId) =>
    mechanismsOn(catalogue, laneSetting(scenario, one), lab.moment().nowNs);
  const on = onIn(lane);
  // Once it is switched in this run, the lanes no longer differ by it.
  const parts = onIn('a').has(cause ?? '') !== onIn('b').has(cause ?? '');
  return (
    <ul>
      {mechanisms.map((mechanism) => (
        <Switch
          key={mechanism.id}
          lane={lane}
          mechanism={mechanism}
          on={on.has(mechanism.id)}
          isCause={parts && lane === 'b' && mechanism.id === cause}
          blocked={whyBlocked(catalogue, mechanism, on)}
          movements={movementsFor(catalogue, mechanism.id, !on.has(mechanism.id), on)}
        />
      ))}
    </ul>
  );
}

/** Shows the effect in this run, in a word or two; updates as often as the figures beside the charts. */
function Effect(): ReactElement {
  useTick('figures');
  // During a seek the lanes are at different times.
  const arrived = useLab((state) => state.goalNs === null);
  return (
    <span className="mechanism-effect number">
      {arrived && effectWords(lab.lanes.state('a'), lab.lanes.state('b'))}
    </span>
  );
}

/** The progress of a lane. */
interface Progress {
  nowNs: number;
  finished: boolean;
  value(name: 'bytes_done'): number;
}

/**
 * The last comparison of each run by data: it remains on the page while the lanes are briefly at different times, so
 * that nothing moves.
 */
const compared = new WeakMap<Progress, string | null>();

/**
 * Compares B with A: by elapsed time if both have ended, otherwise by the data processed up to the same time; null if
 * they differ by less than 0.5 %, and while only one lane has ended.
 */
function effectWords(a: Progress | null, b: Progress | null): string | null {
  if (!a || !b || a.finished !== b.finished) {
    return null;
  }
  if (a.finished) {
    return percent(a.nowNs, b.nowNs, 'time');
  }
  if (a.nowNs === b.nowNs) {
    compared.set(b, percent(a.value('bytes_done'), b.value('bytes_done'), 'data'));
  }
  return compared.get(b) ?? null;
}

function percent(a: number, b: number, what: string): string | null {
  const change = a === 0 ? 0 : Math.round((b / a - 1) * 100);
  return change === 0 ? null : `${formatSigned(change, '%')} ${what}`;
}

interface SwitchProps {
  lane: LaneId;
  mechanism: Mechanism;
  on: boolean;
  /** Whether this is lane B, and the lanes differ because of this mechanism. */
  isCause: boolean;
  /** Why the switch cannot be moved alone; null if it can. */
  blocked: string | null;
  /** All movements needed to move the switch, including its own. */
  movements: readonly Movement[];
}

/**
 * Renders a line. Its explanation appears beside it while the pointer or the focus is there, and below it after a tap.
 */
function Switch({ lane, mechanism, on, isCause, blocked, movements }: SwitchProps) {
  const { id, title } = mechanism;
  const about = useSyncExternalStore(aboutPart.listen, () => aboutPart.module);
  // A refused request is announced once to screen readers.
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [beside, setBeside] = useState<CSSProperties>();
  const place = (event: FocusEvent | MouseEvent) => {
    setDismissed(false);
    const { top, bottom } = event.currentTarget.getBoundingClientRect();
    const { innerHeight } = window;
    // The explanation extends to the side where there is more room.
    setBeside(top > innerHeight / 2 ? { bottom: innerHeight - bottom } : { top });
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
              // The engine must accept the change first: until then the switch stays where it is.
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
        {isCause && <Effect />}
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
      <div className="mechanism-about" id={`${id}-about`} style={beside}>
        {about && <about.About mechanism={mechanism} />}
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
