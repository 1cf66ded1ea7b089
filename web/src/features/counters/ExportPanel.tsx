/** Exports of a run: files for programs, text for mail, pictures for slides. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { formatSeconds } from '../../base/format.ts';
import { colourOf } from '../../base/theme.ts';
import {
  comparisonText,
  countersCsv,
  rowsOf,
  samplesCsv,
  samplesJson,
  type Origin,
  useCounters,
  useKernels,
  type Counters,
} from '../../core/counters/counters.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { handOver, useHeldRun } from '../../core/lab/moment.ts';
import { useLab, type CounterSelection } from '../../core/lab/store.ts';
import { request } from '../../core/parts.tsx';
import { runFileName, saveBlob, saveText, slugOf } from '../../core/storage/files.ts';
import { changesText, settingText } from '../../core/setting.ts';
import { useTick } from '../../core/time.ts';
import { leastOf, metricsFor, type Metric } from '../../core/figures/metrics.ts';
import { shownSpan } from '../../core/lab/chart-view.ts';
import { shownStates } from '../../widgets/Legend.tsx';
import { pngOf, svgChart, svgText } from '../../widgets/chart/svg-chart.ts';

/** Renders the exports. The run is held, because both lanes must be at the same time and have a digest. */
export function ExportPanel({ selection }: { selection: CounterSelection }): ReactElement {
  useTick('tables');
  useHeldRun();
  const scenario = useLab((state) => state.scenario);
  const link = useLab((state) => state.link);
  const engineVersion = useLab((state) => state.engineVersion);
  const counters = useCounters();
  const kernels = useKernels(counters?.pair ?? null);
  if (!scenario || !counters || !LANES.every((lane) => counters.pair[lane].digest !== null)) {
    return (
      <p className="counters-none quiet" role="status">
        Pausing both lanes…
      </p>
    );
  }
  const origin = { scenario, link, engineVersion, kernels };
  return <Choices origin={origin} counters={counters} selection={selection} />;
}

interface ChoicesProps {
  origin: Origin;
  counters: Counters;
  selection: CounterSelection;
}

function Choices({ origin, counters, selection }: ChoicesProps): ReactElement {
  const { columns, pair } = counters;
  // Name of the file exported last; null if the picture could not be made.
  const [exported, setExported] = useState<string | null>('');
  const nowNs = lab.lanes.nowNs();
  const report = () => {
    handOver();
    useLab.setState({ countersShown: false });
    request('report');
  };
  const save = (what: string, type: string, text: string) => {
    const name = runFileName(origin.scenario.title, origin.kernels, nowNs, what);
    saveText(name, type, text);
    setExported(name);
  };
  return (
    <div className="export">
      <ExportCharts origin={origin} pair={pair} onExported={setExported} />
      <ul className="export-files">
        <Choice
          title="Counters, CSV"
          about="One row per counter: its value in A and B at this moment, in all and per zone."
          onExport={() => save('counters.csv', 'text/csv', countersCsv(columns, pair))}
        />
        <Choice
          title="Samples, CSV"
          about="Every counter of A and B over time: lane, seconds, name, value."
          onExport={() => save('samples.csv', 'text/csv', samplesCsv(pair))}
        />
        <Choice
          title="Samples, JSON"
          about="The same, with scenario, link and digests."
          onExport={() => {
            const text = samplesJson(origin, pair, digestsOf(pair));
            save('samples.json', 'application/json', text);
          }}
        />
        {LANES.map((lane) => (
          <Choice
            key={lane}
            title={`Page map of ${lane.toUpperCase()}, PNG`}
            about={origin.kernels[lane]}
            onExport={() => {
              void savePicture(lane, origin, pair[lane]).then(setExported);
            }}
          />
        ))}
        <Choice title="Report" about="One page to print or send." onExport={report} />
      </ul>
      <p role="status" className={`export-told ${exported === null ? 'tone-bad' : 'quiet'}`}>
        {exported === null && 'This browser could not create the image.'}
        {exported && `Exported ${exported}`}
      </p>
      <Comparison text={comparisonText(origin, pair, rowsOf(columns, pair, selection))} />
    </div>
  );
}

/** Saves the page map as a picture; returns the file name, or null if the picture could not be made. */
async function savePicture(lane: LaneId, origin: Origin, state: LaneState): Promise<string | null> {
  const { scenario, kernels } = origin;
  const at = formatSeconds(state.nowNs);
  const picture = await lab.lanes.client(lane)?.picture({
    title: scenario.title,
    lane: `${lane.toUpperCase()}: ${kernels[lane]}, at ${at} · ${settingText(scenario)}`,
    zones: state.description.zones.map(({ name }) => name),
    legend: shownStates(lab.lanes, [lane]),
    ink: colourOf('ink'),
  });
  if (!picture) {
    return null;
  }
  const parts = [scenario.title, lane, kernels[lane], 'at', at];
  const name = `${parts.map(slugOf).join('-')}-map.png`;
  saveBlob(name, picture);
  return name;
}

function digestsOf(pair: Record<LaneId, LaneState>): Record<LaneId, string | null> {
  return { a: pair.a.digest, b: pair.b.digest };
}

interface ChoiceProps {
  title: string;
  about: string;
  onExport: () => void;
}

function Choice({ title, about, onExport }: ChoiceProps): ReactElement {
  return (
    <li>
      <button type="button" className="export-file" onClick={onExport}>
        <strong>{title}</strong>
        <span className="quiet">{about}</span>
      </button>
    </li>
  );
}

const SAID = { copied: 'Copied', refused: 'Copy the selected text' } as const;

function Comparison({ text }: { text: string }): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState<keyof typeof SAID | null>(null);
  const copy = () => {
    // Some contexts (plain http, for example) have no clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setSaid('copied'),
        () => {
          area.current?.focus();
          area.current?.select();
          setSaid('refused');
        },
      );
  };
  return (
    <>
      <div className="export-text-head">
        <label htmlFor="export-text">Comparison as text: the counters in the table</label>
        <span role="status" className="quiet">
          {said === null ? '' : SAID[said]}
        </span>
        <button type="button" className="button button-primary" onClick={copy}>
          Copy text
        </button>
      </div>
      <textarea
        ref={area}
        id="export-text"
        className="document export-text"
        readOnly
        spellCheck={false}
        wrap="off"
        value={text}
      />
    </>
  );
}

const WIDTH = 720;
const HEIGHT = 360;

interface ExportChartsProps {
  origin: Origin;
  pair: Record<LaneId, LaneState>;
  /** Called with the file name; null if the picture could not be made. */
  onExported: (name: string | null) => void;
}

/** Renders the choice of a chart and its format. */
function ExportCharts({ origin, pair, onExported }: ExportChartsProps): ReactElement {
  const metrics = metricsFor(pair.a.description.zones.map(({ name }) => name));
  const [chosen, setChosen] = useState(useLab.getState().exported ?? 'throughput');
  const metric = metrics.find(({ id }) => id === chosen) ?? metrics[0];
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that opened this panel is gone, so set the focus here.
    first.current?.focus({ preventScroll: true });
  }, []);
  const name = (form: string) => {
    const what = `${metric?.id ?? 'chart'}.${form}`;
    return runFileName(origin.scenario.title, origin.kernels, lab.lanes.nowNs(), what);
  };
  const draw = (of: Metric) => {
    const changes = changesText(origin.scenario, useLab.getState().opened);
    return svgChart({
      metric: of,
      lanes: pair,
      kernels: origin.kernels,
      span: shownSpan(),
      least: leastOf(of),
      scenario: `${origin.scenario.title} · ${settingText(origin.scenario)}`,
      changes: changes && `changed: ${changes}`,
      engineVersion: origin.engineVersion,
      link: origin.link,
      width: WIDTH,
      height: HEIGHT,
    });
  };
  return (
    <div className="export-charts">
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
        ref={first}
        type="button"
        className="button"
        onClick={() => {
          if (metric) {
            saveText(name('svg'), 'image/svg+xml', svgText(draw(metric)));
            onExported(name('svg'));
          }
        }}
      >
        Download SVG
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          void (metric ? pngOf(draw(metric)) : Promise.resolve(null)).then((picture) => {
            if (picture) {
              saveBlob(name('png'), picture);
            }
            onExported(picture && name('png'));
          });
        }}
      >
        Download PNG
      </button>
    </div>
  );
}
