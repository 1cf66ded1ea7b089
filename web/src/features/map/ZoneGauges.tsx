/** Free memory of each zone against its watermarks. */
import type { ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { LaneLayout } from '../../engine/layout.ts';
import { gaugeHeight, gaugeState, GAUGE_WORDS } from './gauge.ts';

/** The gauges beside the maps of a lane. */
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
          `${name}: ${formatCount(free)} pages free, ${GAUGE_WORDS[level]}; ` +
          `min ${formatCount(min)}, low ${formatCount(low)}, high ${formatCount(high)}`;
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
