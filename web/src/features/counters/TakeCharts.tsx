/** A chart of both lanes as a picture, for slides and articles. */
import { useState, type ReactElement } from 'react';

import type { Origin } from '../../core/counters/samples.ts';
import { leastOf, metricsFor, type Metric } from '../../core/figures/metrics.ts';
import { shownSpan } from '../../core/lab/chart-view.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { runFileName, saveBlob, saveText } from '../../core/storage/save.ts';
import { pngOf, svgChart, svgText } from '../../widgets/chart/svg-chart.ts';

const WIDTH = 720;
const HEIGHT = 360;

interface TakeChartsProps {
  origin: Origin;
  pair: Record<LaneId, LaneState>;
  /** Whether there was a picture. */
  onTaken: (taken: boolean) => void;
}

/** Which chart, and in which form. */
export function TakeCharts({ origin, pair, onTaken }: TakeChartsProps): ReactElement {
  const metrics = metricsFor(pair.a.description.zones.map(({ name }) => name));
  const [chosen, setChosen] = useState('throughput');
  const metric = metrics.find(({ id }) => id === chosen) ?? metrics[0];
  const name = (form: string) => {
    const what = `${metric?.id ?? 'chart'}.${form}`;
    return runFileName(origin.scenario.title, origin.kernels, lab.lanes.nowNs(), what);
  };
  const draw = (of: Metric) =>
    svgChart({
      metric: of,
      lanes: pair,
      kernels: origin.kernels,
      span: shownSpan(),
      least: leastOf(of),
      scenario: origin.scenario.title,
      engineVersion: origin.engineVersion,
      link: origin.link,
      width: WIDTH,
      height: HEIGHT,
    });
  return (
    <div className="take-charts">
      <label>
        Chart{' '}
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {metrics.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="button"
        onClick={() => metric && saveText(name('svg'), 'image/svg+xml', svgText(draw(metric)))}
      >
        Chart as SVG
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          void (metric ? pngOf(draw(metric)) : Promise.resolve(null)).then((picture) => {
            if (picture) {
              saveBlob(name('png'), picture);
            }
            onTaken(picture !== null);
          });
        }}
      >
        Chart as PNG
      </button>
    </div>
  );
}
