/**
 * Controls of the run that several features share: the play button, the slider over the run, and the buttons for undo
 * and redo.
 */
import { useMemo, useRef, useState, type ReactElement } from 'react';

import { formatSeconds } from '../base/format.ts';
import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { current } from '../core/link/address.ts';
import { Icon } from './controls.tsx';

interface PlayButtonProps {
  className: string;
  disabled?: boolean;
  /** Shows a word instead of an icon, in places that have room for it and no key for the same action. */
  inWords?: boolean;
}

/**
 * Renders the button that starts and stops virtual time; while lanes are computed up to a moment, its label names the
 * effect that a press then has.
 */
export function PlayButton({
  className,
  disabled = false,
  inWords = false,
}: PlayButtonProps): ReactElement {
  const text = useLab(({ playing, goalNs, goesOn, again }) => {
    if (goalNs !== null && !goesOn) {
      return again ? 'Play' : 'Stop computing';
    }
    return playing ? 'Pause' : 'Play';
  });
  return (
    <button
      type="button"
      className={`button ${className}`}
      aria-label={text}
      title={inWords ? undefined : `${text} (space)`}
      disabled={disabled}
      onClick={() => lab.toggle()}
    >
      {inWords ? text : <Icon name={text === 'Play' ? 'play' : 'pause'} />}
    </button>
  );
}

interface MomentSliderProps {
  className?: string;
  disabled?: boolean;
  /** The end of the run, as far as it is known. */
  endNs: number;
  /** Receives the time under the handle while it is dragged, and null afterwards. */
  onPoint?: (ns: number | null) => void;
  /** Called for a click; returns true if it has sought a mark near this time. */
  onClick?: (ns: number, goOn: boolean) => boolean;
}

/** The step of the slider in virtual milliseconds. */
const STEP_MS = 100;
/** A click within this distance of the right end, in CSS pixels, means the end. */
const END_PIXELS = 6;
/** If the pointer moves less than this during a press, the press is a click, CSS pixels. */
const STILL_PIXELS = 3;

/**
 * Renders a slider for the time of the whole run. While the user drags it, it only shows the time under the handle; the
 * lanes seek to it when the user releases the handle. All values are multiples of the step, because a browser rounds
 * other values and fires a change event.
 */
export function MomentSlider({
  className,
  disabled = false,
  endNs,
  onPoint,
  onClick,
}: MomentSliderProps): ReactElement {
  const downX = useRef(0);
  const [dragNs, setDragNs] = useState<number | null>(null);
  const shownNs = dragNs ?? lab.lanes.nowNs();
  const drag = (ns: number | null) => {
    setDragNs(ns);
    onPoint?.(ns);
  };
  const max = Math.ceil(endNs / 1e6 / STEP_MS) * STEP_MS;
  const goTo = (ns: number | null) => {
    if (ns !== null) {
      drag(null);
      // As in a video player, a run that plays goes on from there.
      lab.goTo(ns, lab.moment().goesOn);
    }
  };
  const commit = () => goTo(dragNs);
  return (
    <input
      type="range"
      className={className}
      aria-label="Go to a time"
      aria-valuetext={formatSeconds(shownNs)}
      title="Go to a time"
      disabled={disabled}
      min={0}
      max={max}
      step={STEP_MS}
      value={Math.round(shownNs / 1e6 / STEP_MS) * STEP_MS}
      onChange={(event) => drag(Number(event.target.value) * 1e6)}
      onPointerDown={({ clientX }) => {
        downX.current = clientX;
      }}
      onPointerUp={({ clientX, currentTarget }) => {
        const { right } = currentTarget.getBoundingClientRect();
        const clicked = Math.abs(clientX - downX.current) < STILL_PIXELS;
        if (dragNs !== null && clicked && onClick?.(dragNs, lab.moment().goesOn)) {
          drag(null);
          return;
        }
        goTo(dragNs && (right - clientX < END_PIXELS ? max * 1e6 : dragNs));
      }}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
}

// Undo and redo, which name the change, and going back to the scenario as it was opened.

export function UndoButtons(): ReactElement {
  const undoes = useLab((state) => state.undoes);
  const redoes = useLab((state) => state.redoes);
  return (
    <div className="undo">
      <UndoButton kind="undo" name="Undo" what={undoes} keys="Ctrl+Z" />
      <UndoButton kind="redo" name="Redo" what={redoes} keys="Ctrl+Shift+Z" />
      <UndoAllButton />
    </div>
  );
}

/**
 * Whether the scenario differs in content from the one that was opened; after loading again they may be different
 * objects.
 */
export function useChanged(): boolean {
  const scenario = useLab((state) => state.scenario);
  const opened = useLab((state) => state.opened);
  return useMemo(() => {
    if (!scenario || !opened || scenario === opened) {
      return false;
    }
    return !current.address?.same(scenario, opened);
  }, [scenario, opened]);
}

function UndoAllButton(): ReactElement | null {
  const title = useLab((state) => state.opened?.title);
  const changed = useChanged();
  return changed ? (
    <button
      type="button"
      className="button button-quiet"
      title={`Undoes all changes to “${title ?? ''}”. The time of the run stays.`}
      onClick={() => lab.reset()}
    >
      Undo all
    </button>
  ) : null;
}

interface UndoButtonProps {
  kind: 'undo' | 'redo';
  name: string;
  what: string | null;
  keys: string;
}

function UndoButton({ kind, name, what, keys }: UndoButtonProps): ReactElement {
  const label = what === null ? `Nothing to ${kind}` : `${name}: ${what}`;
  return (
    <button
      type="button"
      className="button button-icon button-quiet"
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={what === null}
      onClick={() => lab.changes[kind]()}
    >
      <Icon name={kind} />
    </button>
  );
}
