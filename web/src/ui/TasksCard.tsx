/** What tasks and devices did in the last seconds, state by state. */
import { useEffect, useRef, type ReactElement } from 'react';

import { fitCanvas } from '../charts/canvas.ts';
import { drawStripRow } from '../charts/strip-chart.ts';
import { formatDuration } from '../lab/format.ts';
import type { LaneState } from '../lab/lane-state.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { ticks, useTick } from '../lab/ticks.ts';
import { colourOf, useTheme } from '../theme/theme.ts';
import { useLane } from './use-lane.ts';

const ROW_HEIGHT = 10;
/** Rows of a lane that have room. */
const ROWS_MAX = 5;

const TASK_COLOURS = [
  null,
  'task-running',
  'task-ready',
  'task-io',
  'task-throttled',
  'task-reclaim',
  'task-congested',
  'task-peer',
] as const;
const DEVICE_COLOURS = [
  null,
  'task-running',
  'task-reclaim',
  'page-anon',
  'task-throttled',
  'task-io',
] as const;

const LEGEND: readonly (readonly [colour: string, label: string])[] = [
  ['task-running', 'running, flusher write'],
  ['task-ready', 'waits for a CPU'],
  ['task-io', 'waits for I/O'],
  ['task-throttled', 'throttled, swap'],
  ['task-reclaim', 'in direct reclaim, write from reclaim'],
  ['task-congested', 'congestion wait'],
  ['task-peer', 'waits for the daemon'],
];

interface Row {
  key: string;
  label: string;
  lane: LaneId;
  row: number;
  device: boolean;
}

/** Rows worth the room: first the user's tasks, kswapd and flushers, and devices that something uses. */
function rowsOf(lane: LaneId, state: LaneState | null): Row[] {
  if (!state) {
    return [];
  }
  const { tasks, devices } = state.description;
  const order = { user: 0, kswapd: 1, flusher: 2, daemon: 3 };
  const chosen = tasks
    .map((task, row) => ({ ...task, row }))
    .sort((x, y) => order[x.kind] - order[y.kind] || x.row - y.row);
  // One of each kind; of the flushers that of the last device, which is the one under load.
  const firsts = chosen.filter(({ kind }, at) =>
    kind === 'flusher'
      ? chosen.findLastIndex((task) => task.kind === kind) === at
      : chosen.findIndex((task) => task.kind === kind) === at,
  );
  const device = Math.max(devices.length - 1, 0);
  const name = (label: string) => `${label} (${lane.toUpperCase()})`;
  const rows = firsts.slice(0, ROWS_MAX - 1).map((task) => ({
    key: `${lane}-${task.row}`,
    label: name(task.name),
    lane,
    row: task.row,
    device: false,
  }));
  const last = devices[device];
  if (last) {
    const row = tasks.length + device;
    rows.push({ key: `${lane}-${row}`, label: name(last.name), lane, row, device: true });
  }
  return rows;
}

/** The card. */
export function TasksCard(): ReactElement {
  return (
    <section className="card tasks" aria-labelledby="tasks-title">
      <h2 className="eyebrow" id="tasks-title">
        Tasks and device <Stretch />
      </h2>
      <div className="strip-columns">
        {LANES.map((lane) => (
          <Strips key={lane} lane={lane} />
        ))}
      </div>
      <ul className="legend legend-tasks" aria-label="Colours of tasks and the device">
        {LEGEND.map(([colour, label]) => (
          <li key={colour}>
            <span className={`swatch swatch-${colour}`} />
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Strips({ lane }: { lane: LaneId }): ReactElement {
  const state = useLane(lane);
  return (
    <div className="strips">
      {rowsOf(lane, state).map((row) => (
        <StripRow key={row.key} row={row} />
      ))}
    </div>
  );
}

function Stretch(): ReactElement {
  useTick('tables');
  const strip = lab.lanes.state('a')?.strip;
  return <>· last {formatDuration(strip ? strip.toNs - strip.fromNs : 4e9)}</>;
}

function StripRow({ row }: { row: Row }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  const { lane, row: number, device, label } = row;
  useEffect(() => {
    const names = device ? DEVICE_COLOURS : TASK_COLOURS;
    const colours = names.map((name) => name && colourOf(name));
    const ground = colourOf('page-free');
    const draw = () => {
      const element = canvas.current;
      const context = element && fitCanvas(element, element.clientWidth, ROW_HEIGHT);
      if (context) {
        const strip = lab.lanes.state(lane)?.strip ?? null;
        drawStripRow(context, element.clientWidth, ROW_HEIGHT, strip, number, colours, ground);
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [lane, number, device, dark]);
  return (
    <>
      <span className="strip-label">{label}</span>
      <canvas ref={canvas} className="strip" role="img" aria-label={`Activity of ${label}`} />
    </>
  );
}
