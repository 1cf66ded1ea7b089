/** The slider over the whole run. */
import { useState, type ReactElement } from 'react';

import { formatSeconds } from '../base/format.ts';
import { lab } from '../core/lab/lab.ts';

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
 * Goes to a moment when it is let go; until then it only shows where it would go. Its values are whole steps: a browser
 * rounds others, and then tells of a change that nobody made.
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
