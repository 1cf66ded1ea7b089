/** The card of a lane: its machine, what it does now, and all its page frames. */
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react';
import {
  formatCount,
  formatMebibytes,
  formatPagesAsSize,
  formatSeconds,
} from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { isHypothetical, laneSetting, laneTitle, type LaneId } from '../../core/lab/lanes.ts';
import { viewOf, type MapView } from '../../core/lab/map-view.ts';
import { useLab, useLit } from '../../core/lab/store.ts';
import { goalText } from '../../core/lab/timeline.ts';
import { useClient, useLane } from '../../core/lab/use-lab.ts';
import { ticks, useTick } from '../../core/time.ts';
import { layoutLane, ribbonZones, type LaneLayout, type ZonePart } from '../../engine/layout.ts';
import type { ListTotals, MapColours } from '../../engine/protocol.ts';
import {
  PAGE_STATES,
  type FigureName,
  type PageState,
  type Scenario,
  type ZoneDescription,
} from '../../engine/types.ts';
import { MapSurface, ZoomBar } from './MapSurface.tsx';
import { GAUGE_WORDS, ZoneGauges, gaugeState } from './ZoneGauges.tsx';

const LABEL_WIDTH = 86;
const NARROW = 520;
const LABEL_WIDTH_NARROW = 0;
/** Minimum width of a zone for a label with more than the name, CSS pixels. */
const SIZE_LABEL_WIDTH = 96;
const CELL_LABEL_WIDTH = 300;

export function LaneCard({ lane }: { lane: LaneId }): ReactElement {
  const state = useLane(lane);
  const place = useRef<HTMLDivElement>(null);
  const layout = useLayout(lane, place, state);
  useLab((store) => store.mapView);
  useCanvas(lane, place, layout);
  const drawn = useDrawn(lane);
  return (
    <section className={`card lane lane-${lane}`} aria-labelledby={`lane-${lane}-title`}>
      <LaneHead lane={lane} state={state} />
      <div className="lane-zones">
        {state && layout && <ZoneLabels state={state} layout={layout} />}
      </div>
      <div
        className={drawn ? 'lane-canvas' : 'lane-canvas is-stale'}
        ref={place}
        data-testid={`canvas-${lane}`}
      >
        {state && layout && <ZoneGauges state={state} layout={layout} />}
        {state && layout && <RibbonLabels state={state} layout={layout} />}
        {state && layout && <MapSurface lane={lane} state={state} layout={layout} />}
      </div>
      {state && <LaneTable lane={lane} state={state} />}
    </section>
  );
}

function LaneHead({ lane, state }: { lane: LaneId; state: LaneState | null }): ReactElement {
  // Updates together with the clock of the transport bar, so that both show the same time.
  useTick('figures');
  const catalogue = useLab((store) => store.catalogue);
  const scenario = useLab((store) => store.scenario);
  const goalNs = useLab((store) => store.goalNs);
  const nowNs = state?.nowNs ?? 0;
  const title = scenario ? laneTitle(catalogue, laneSetting(scenario, lane), nowNs) : '';
  const headline = state?.headline;
  return (
    <header className="lane-head">
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      <h2 id={`lane-${lane}-title`}>{title}</h2>
      {scenario && isHypothetical(catalogue, laneSetting(scenario, lane), nowNs) && (
        <span
          className="lane-hypothetical"
          title="Hypothetical: no kernel of this version had exactly these patches."
        >
          hypothetical
        </span>
      )}
      <span
        className="lane-time number"
        title={state?.digest ? `Digest of the whole state: ${state.digest}` : undefined}
      >
        t ={' '}
        <span data-testid={`time-${lane}`} data-now-ns={nowNs}>
          {formatSeconds(nowNs)}
        </span>
        {state && ` · ${progress(state, scenario, goalNs)}`}
      </span>
      {state && <ZoomBar lane={lane} state={state} />}
      {headline && (
        <span className={`headline tone-${headline.tone}`} data-testid={`headline-${lane}`}>
          {headline.text}
        </span>
      )}
    </header>
  );
}

/** Describes what the lane's programs have done; during a seek, when the lanes are at different times, the target. */
function progress(state: LaneState, scenario: Scenario | null, goalNs: number | null): string {
  return goalNs === null || state.finished
    ? `${formatMebibytes(state.value('bytes_done'))} ${doneVerb(scenario)}`
    : `going to ${goalText(goalNs)}`;
}

function ZoneLabels({ state, layout }: { state: LaneState; layout: LaneLayout }): ReactElement[] {
  return layout.maps.map(({ zone, x, width, frames, cells }) => {
    const { name, present, frames: whole } = state.description.zones[zone] as ZoneDescription;
    const shown = frames < whole ? frames : present;
    const size = formatPagesAsSize(shown);
    const all = `${size} · ${formatCount(shown)} pages`;
    const most = Math.ceil(frames / cells);
    const cell = `${most === 1 ? 'one' : `up to ${formatCount(most)}`} per cell`;
    const wide = width >= CELL_LABEL_WIDTH ? `${all} · ${cell}` : size;
    return (
      <div
        key={zone}
        aria-hidden="true"
        className="zone-label"
        title={`${name}: ${all}, ${cell}`}
        style={{ left: x, width: width + 16 }}
      >
        <strong>{name}</strong>
        {width >= SIZE_LABEL_WIDTH && <span className="quiet">{wide}</span>}
      </div>
    );
  });
}

function RibbonLabels({ state, layout }: { state: LaneState; layout: LaneLayout }): ReactElement[] {
  useTick('text');
  return layout.ribbons.map(({ zone, x, y, width, height }) => {
    const name = state.description.zones[zone]?.name ?? '';
    return (
      <div key={zone} aria-hidden="true">
        {x > 0 && (
          <div className="ribbon-label" style={{ top: y, height, width: x - 10 }}>
            <span>{name}</span>
            <span>inactive file</span>
          </div>
        )}
        <div
          className={x === 0 ? 'ribbon-ends is-labelled-above' : 'ribbon-ends'}
          style={{ left: x, top: y, width, height }}
        >
          <span className="ribbon-inside number">
            {x === 0 ? `${name} head` : 'head'}
            {listText(state.lists.get(zone))}
          </span>
          <span className="ribbon-tail" title="The tail: reclaim takes pages from here">
            → tail
          </span>
        </div>
      </div>
    );
  });
}

/** Describes how long a list is, and which share of it cannot be freed at once. */
function listText(list: ListTotals | undefined): string {
  if (!list) {
    return '';
  }
  if (list.pages === 0) {
    return ' · empty';
  }
  const share = (part: number) => `${Math.round((part / list.pages) * 100)} %`;
  return ` · ${formatCount(list.pages)} pages, ${share(list.dirty)} of them dirty, ${share(list.writeback)} writeback`;
}

/** Computes the layout, and updates it when the place for the canvas is resized. */
function useLayout(
  lane: LaneId,
  place: RefObject<HTMLDivElement | null>,
  state: LaneState | null,
): LaneLayout | null {
  const client = useClient(lane);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = place.current;
    // Without a worker nothing is drawn, so the names must stay where they are in the last picture.
    if (!element || !client) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, client]);
  if (!state || size.width === 0 || size.height === 0) {
    return null;
  }
  const frames = state.description.zones.map((zone) => zone.frames);
  return layoutLane({
    ...size,
    frames,
    ribbons: ribbonZones(frames, 2),
    labelWidth: size.width < NARROW ? LABEL_WIDTH_NARROW : LABEL_WIDTH,
    part: partOf(state.description.zones, viewOf(state.description.zones)),
  });
}

/** Returns the part of a zone that a view shows, with the zone's number. */
function partOf(zones: readonly ZoneDescription[], view: MapView | null): ZonePart | null {
  return view && { ...view, zone: zones.findIndex(({ name }) => name === view.zone) };
}

/**
 * Whether the canvas shows the current run. After a change, the canvas shows the previous run until the new one has
 * drawn.
 */
function useDrawn(lane: LaneId): boolean {
  return useSyncExternalStore(
    (listener) => ticks.listen('text', listener),
    () => (lab.lanes.state(lane)?.shown ?? 0) !== 0,
  );
}

/** Inserts the worker's canvas into its place, and tells the worker how to draw. */
function useCanvas(
  lane: LaneId,
  place: RefObject<HTMLDivElement | null>,
  layout: LaneLayout | null,
): void {
  const client = useClient(lane);
  const dark = useTheme((theme) => theme.dark);
  const key = JSON.stringify(layout);
  useEffect(() => {
    if (client && place.current) {
      place.current.prepend(client.canvas);
    }
  }, [client, place]);
  const lit = useLit((store) => store.lit);
  // An activity that concerns no particular page state highlights nothing on the map.
  const page = lit?.page ?? null;
  useEffect(() => client?.light(page), [client, page]);
  useEffect(() => {
    const parsed = JSON.parse(key) as LaneLayout | null;
    if (client && parsed) {
      const pixelRatio = Math.min(window.devicePixelRatio || 1, 2);
      client.setView({ layout: parsed, pixelRatio, colours: mapColours() });
      lab.loop.wake();
    }
  }, [client, key, dark]);
}

const VARIABLES: Record<PageState, string> = {
  free: 'page-free',
  cleanInactive: 'page-clean-inactive',
  cleanActive: 'page-clean-active',
  dirty: 'page-dirty',
  writeback: 'page-writeback',
  anon: 'page-anon',
  kernel: 'page-kernel',
  isolated: 'page-isolated',
};

/** Returns the colours of the page map in the current theme. */
export function mapColours(): MapColours {
  const pages = Object.fromEntries(
    PAGE_STATES.map((state) => [state, colourOf(VARIABLES[state])]),
  ) as Record<PageState, string>;
  const [ground, frame, shade] = ['page-free', 'surface', 'faint'].map(colourOf);
  return { pages, ground: ground ?? '', frame: frame ?? '', shade: shade ?? '' };
}

type ProgramName = Scenario['workload'][number]['run']['program'];

const VERBS: Partial<Record<ProgramName, string>> = {
  write_file: 'written',
  fs_mark: 'written',
  simple_writeback: 'written',
  read_file: 'read',
  read_round_robin: 'read',
  read_zipf: 'read',
  anon_hog: 'touched',
  mmap_stream: 'written',
  pty_writer: 'printed',
  kernel_build: 'made',
  take_blocks: 'taken',
};

/** Programs that run besides the workload and move no data of their own. */
const BESIDE: ReadonlySet<ProgramName> = new Set(['userland', 'desktop']);

/** Returns the verb for the workload's bytes, such as “written”; “done” for a mixture. */
export function doneVerb(scenario: Scenario | null): string {
  const moving = scenario?.workload.filter(({ run }) => !BESIDE.has(run.program));
  const verbs = new Set(moving?.map(({ run }) => VERBS[run.program] ?? 'done'));
  const [verb = 'done'] = verbs;
  return verbs.size === 1 ? verb : 'done';
}

const COLUMNS: readonly (readonly [name: FigureName, title: string])[] = [
  ['nr_free_pages', 'Free'],
  ['nr_inactive_file', 'Inactive file'],
  ['nr_active_file', 'Active file'],
  ['nr_inactive_anon', 'Inactive anon'],
  ['nr_active_anon', 'Active anon'],
  ['nr_dirty', 'Dirty'],
  ['nr_writeback', 'Writeback'],
];

/** Renders a table of zone states, updated about once a second, for screen readers and tests. */
export function LaneTable({ lane, state }: { lane: LaneId; state: LaneState }): ReactElement {
  useTick('tables');
  return (
    <div className="visually-hidden">
      <table
        data-testid={`table-${lane}`}
        data-now-ns={state.nowNs}
        data-digest={state.digest ?? undefined}
        data-renderer={state.renderer}
      >
        <caption>
          Pages of lane {lane.toUpperCase()} at {formatSeconds(state.nowNs)}: {state.headline.text}
          {state.digest !== null && `; digest of the state ${state.digest}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Pages</th>
            {COLUMNS.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Free pages and watermarks</th>
          </tr>
        </thead>
        <tbody>
          {state.description.zones.map((zone) => (
            <tr key={zone.name} data-zone={zone.name}>
              <th scope="row">{zone.name}</th>
              <td data-name="present">{formatCount(zone.present)}</td>
              {COLUMNS.map(([name]) => (
                <td key={name} data-name={name}>
                  {formatCount(state.value(name, zone.name))}
                </td>
              ))}
              <td>{GAUGE_WORDS[gaugeState(state.value('nr_free_pages', zone.name), zone)]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
