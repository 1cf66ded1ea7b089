/** Free memory of each zone, compared with its watermarks. */
import type { ReactElement } from 'react';
import { formatCount } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useTick } from '../../core/time.ts';
import type { LaneLayout } from '../../engine/layout.ts';

/** Renders the gauges beside the maps of a lane. */
export function ZoneGauges({
  state,
  layout,
}: {
  state: LaneState;
  layout: LaneLayout;
}): ReactElement {
  useTick('text');
  return (
    <div aria-hidden="true">
      {layout.gauges.map(({ zone, x, y, width, height }) => {
        const description = state.description.zones[zone];
        if (!description) {
          return null;
        }
        const { name, min, low, high, frames } = description;
        const free = state.value('nr_free_pages', name);
        const level = gaugeState(free, description);
        const title =
          `Free pages of ${name}: ${formatCount(free)}, ${GAUGE_WORDS[level]}. The lines are its ` +
          `watermarks: min ${formatCount(min)}, low ${formatCount(low)}, high ${formatCount(high)}.`;
        return (
          <div
            key={zone}
            className="gauge"
            title={title}
            style={{ left: x, top: y, width, height }}
          >
            <div
              className={`gauge-fill gauge-${level}`}
              style={{ transform: `scaleY(${gaugeHeight(free, high, frames).toFixed(4)})` }}
            />
            {[min, low, high].map((mark, index) => (
              <div
                key={index}
                className="gauge-mark"
                style={{ bottom: `${(gaugeHeight(mark, high, frames) * 100).toFixed(2)}%` }}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** Share of the gauge's height for the linear part, which ends at three times the high watermark. */
const LINEAR = 0.75;

/** Returns the height of `free` pages, 0 to 1: linear around the watermarks, logarithmic above. */
export function gaugeHeight(free: number, high: number, frames: number): number {
  const knee = Math.max(3 * high, 1);
  if (free <= knee) {
    return (LINEAR * Math.max(free, 0)) / knee;
  }
  const above = Math.log(free / knee) / Math.log(Math.max(frames / knee, 1.0001));
  return LINEAR + (1 - LINEAR) * Math.min(above, 1);
}

/** Compares free memory with the watermarks. */
export function gaugeState(
  free: number,
  marks: { min: number; low: number; high: number },
): 'ample' | 'high' | 'low' | 'min' {
  if (free <= marks.min) {
    return 'min';
  }
  if (free <= marks.low) {
    return 'low';
  }
  return free <= marks.high ? 'high' : 'ample';
}

/** Texts for these states. */
export const GAUGE_WORDS = {
  ample: 'above high',
  high: 'between low and high',
  low: 'between min and low',
  min: 'below min',
} as const;
