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

/** Step of the slider, milliseconds. */
const STEP = 100;

/** The nearest step: what lies between two, the browser would round, and React would take that for a change. */
function stepAt(ns: number): number {
  return Math.round(ns / 1e6 / STEP) * STEP;
}

/** Goes to a moment when it is let go; until then it only shows where it would go. */
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
      max={Math.max(STEP, stepAt(endNs))}
      step={STEP}
      value={stepAt(shownNs)}
      onChange={(event) => drag(Number(event.target.value) * 1e6)}
      onPointerUp={commit}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
}
