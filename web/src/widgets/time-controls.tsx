/** Controls of virtual time that several features show: the button that starts and stops it, the slider over the run. */
import { useState, type ReactElement } from 'react';

import { formatSeconds } from '../base/format.ts';
import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { Icon } from './controls.tsx';

interface PlayButtonProps {
  className: string;
  disabled?: boolean;
  /** Says it in a word, where there is room and no key does it. */
  inWords?: boolean;
}

/** The button that starts and stops virtual time; while lanes are computed up to a moment, it says what a press does then. */
export function PlayButton({
  className,
  disabled = false,
  inWords = false,
}: PlayButtonProps): ReactElement {
  const text = useLab(({ playing, goalNs, goesOn }) => {
    if (goalNs !== null && !goesOn) {
      return 'Stop computing';
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
  /** Where it points: the present moment, or the one that it is dragged to. */
  onPoint?: (ns: number | null) => void;
}

/** Its steps, virtual milliseconds. */
const STEP_MS = 100;

/**
 * A slider for the time of the whole run. While the user drags it, it only shows the time under the handle; the lanes go there
 * when the user lets go. All values are multiples of the step, because a browser rounds other values and fires a change event.
 */
export function MomentSlider({
  className,
  disabled = false,
  endNs,
  onPoint,
}: MomentSliderProps): ReactElement {
  const [dragNs, setDragNs] = useState<number | null>(null);
  const shownNs = dragNs ?? lab.lanes.nowNs();
  const drag = (ns: number | null) => {
    setDragNs(ns);
    onPoint?.(ns);
  };
  const commit = () => {
    if (dragNs !== null) {
      drag(null);
      lab.goTo(dragNs);
    }
  };
  return (
    <input
      type="range"
      className={className}
      aria-label="Go to a moment"
      aria-valuetext={formatSeconds(shownNs)}
      title="Go to a moment: the run is computed up to there"
      disabled={disabled}
      min={0}
      max={Math.ceil(endNs / 1e6 / STEP_MS) * STEP_MS}
      step={STEP_MS}
      value={Math.round(shownNs / 1e6 / STEP_MS) * STEP_MS}
      onChange={(event) => drag(Number(event.target.value) * 1e6)}
      onPointerUp={commit}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
}
