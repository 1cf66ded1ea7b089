/** The activity of tasks and devices: names, colours, the rows worth showing, and the drawing of a row. */
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { StripFrame } from '../../engine/protocol.ts';
import { STATES } from '../../engine/strip.ts';
import {
  DEVICE_STATES as DEVICE_STATE_NAMES,
  REQUEST,
  REQUEST_NUMBERS,
  TASK_STATES as TASK_STATE_NAMES,
  type Description,
  type DeviceState,
  type PageState,
  type TaskKind,
  type TaskState,
} from '../../engine/types.ts';

/** A state with the name of its colour in the style sheet; null is the background. */
export interface Activity {
  colour: string | null;
  label: string;
  /** The page state that the map highlights together with this activity. */
  pages?: PageState;
}

const OF_TASKS: Record<TaskState, Activity> = {
  idle: { colour: null, label: 'sleeps' },
  running: { colour: 'task-running', label: 'runs' },
  waiting_for_cpu: { colour: 'task-ready', label: 'waits for a CPU' },
  waiting_for_io: { colour: 'task-io', label: 'waits for I/O' },
  throttled: { colour: 'task-throttled', label: 'in balance_dirty_pages' },
  direct_reclaim: { colour: 'task-reclaim', label: 'in direct reclaim' },
  congestion_wait: { colour: 'task-congested', label: 'in congestion_wait' },
  waiting_for_peer: { colour: 'task-peer', label: 'waits for another task' },
};

const OF_DEVICES: Record<DeviceState, Activity> = {
  idle: { colour: null, label: 'idle' },
  flusher: { colour: 'io-flusher', label: 'flusher write', pages: 'writeback' },
  reclaim: { colour: 'io-reclaim', label: 'reclaim write', pages: 'writeback' },
  read: { colour: 'io-read', label: 'read' },
  swap: { colour: 'io-swap', label: 'swap' },
  other: { colour: 'io-other', label: 'other' },
};

/** States of a task, by the engine's number. */
export const TASK_STATES: readonly Activity[] = TASK_STATE_NAMES.map((name) => OF_TASKS[name]);

/** Kinds of requests that a device serves, by the engine's number. */
export const DEVICE_STATES: readonly Activity[] = DEVICE_STATE_NAMES.map(
  (name) => OF_DEVICES[name],
);

/** A row of the strips. */
export interface ActivityRow {
  key: string;
  name: string;
  lane: LaneId;
  row: number;
  states: readonly Activity[];
  /** Number of the device; null for a task. */
  device: number | null;
}

/** Maximum number of tasks of a lane that are shown, and of tasks of its programs among them. */
const TASKS_MAX = 6;
const USERS_MAX = 3;

const ORDER: Record<TaskKind, number> = { user: 0, kswapd: 1, flusher: 2, daemon: 3 };

/** Another device counts as under load only if it was busy for this much longer than the last device, nanoseconds. */
const LEAD_NS = 1e9;

/**
 * Returns the numbers of the devices: the device that was busy longest comes first; until one is clearly ahead, the
 * last device comes first.
 */
function byUse(count: number, busyNs: readonly number[]): number[] {
  const last = count - 1;
  // The last device gets a lead: a device that is barely ahead may be behind a moment later.
  const use = (device: number) => (busyNs[device] ?? 0) + (device === last ? LEAD_NS : 0);
  return Array.from({ length: count }, (_, device) => device).sort((x, y) => use(y) - use(x));
}

/** Returns the busy time of each device of a lane since the start, nanoseconds. */
export function busyOf({ devices }: Pick<LaneState, 'devices'>): number[] {
  return devices?.totals.map(([busyNs = 0]) => busyNs) ?? [];
}

/**
 * Returns the rows of a lane: the first tasks of its programs, one task of each other kind and the device under load; or
 * all, most used devices first.
 */
export function activityRows(
  lane: LaneId,
  { tasks, devices }: Description,
  all = false,
  busyNs: readonly number[] = [],
): ActivityRow[] {
  const used = byUse(devices.length, busyNs);
  const main = devices[used[0] ?? 0]?.name ?? '';
  const sorted = tasks
    .map((task, row) => ({ ...task, row }))
    .sort((x, y) => ORDER[x.kind] - ORDER[y.kind] || x.row - y.row);
  // Of the flushers, show only the flusher of the device under load.
  const flushers = sorted.filter(({ kind }) => kind === 'flusher');
  const flusher = flushers.findLast(({ name }) => name.endsWith(`-${main}`)) ?? flushers.at(-1);
  const firsts = sorted.filter((task, at) =>
    task.kind === 'flusher'
      ? task === flusher
      : at - sorted.findIndex(({ kind }) => kind === task.kind) <
        (task.kind === 'user' ? USERS_MAX : 1),
  );
  const taskRows = (all ? sorted : firsts.slice(0, TASKS_MAX)).map(({ name, row }) => ({
    key: `${lane}-${row}`,
    name,
    lane,
    row,
    states: TASK_STATES,
    device: null,
  }));
  const deviceRows = used.map((device) => {
    const name = devices[device]?.name ?? '';
    const row = tasks.length + device;
    return { key: `${lane}-${row}`, name, lane, row, states: DEVICE_STATES, device };
  });
  return [...taskRows, ...(all ? deviceRows : deviceRows.slice(0, 1))];
}

/** Returns idle and the activities that occur in these rows of the strips, in the order of `states`. */
export function shownActivities(
  states: readonly Activity[],
  rows: readonly ActivityRow[],
  stripOf: (lane: LaneId) => StripFrame | null,
): Activity[] {
  return states.filter(
    (_, state) =>
      state === 0 ||
      rows.some(
        ({ lane, row, states: own }) =>
          own === states && (stripOf(lane)?.totals[row * STATES + state] ?? 0) > 0,
      ),
  );
}

/** Number of rows that are not shown because there is no room. */
export function hiddenRows(description: Description): number {
  const { tasks, devices } = description;
  return tasks.length + devices.length - activityRows('a', description).length;
}

/** Whether the time of devices is not reported yet: during a seek, lanes do not report it. */
export function isUntold(
  { devices, nowNs }: Pick<LaneState, 'devices' | 'nowNs'>,
  goes = useLab.getState().goalNs !== null,
): boolean {
  return goes || (devices === null && nowNs > 0);
}

/** Describes what a row did over the range, longest first: “waits for I/O 93 %, runs 7 %”. */
export function describeActivity(row: ActivityRow, strip: StripFrame | null): string {
  if (!strip || row.row >= strip.rows) {
    return 'nothing yet';
  }
  const totals = strip.totals.subarray(row.row * STATES, (row.row + 1) * STATES);
  const known = totals.reduce((sum, spent) => sum + spent, 0);
  // A device is idle when it serves no request.
  const whole = row.states === DEVICE_STATES ? strip.toNs - strip.fromNs : known;
  if (whole <= 0) {
    return 'nothing yet';
  }
  const parts = row.states
    .map(({ label }, state) => {
      const spent = state === 0 ? whole - known + (totals[0] ?? 0) : (totals[state] ?? 0);
      return { label, share: Math.min(1, Math.max(0, spent / whole)) };
    })
    .filter(({ share }) => share >= 0.0005)
    .sort((x, y) => y.share - x.share);
  return parts.map(({ label, share }) => `${label} ${percentOf(share)}`).join(', ');
}

function percentOf(share: number): string {
  return share < 0.01 ? 'under 1 %' : `${Math.round(share * 100)} %`;
}

/** Draws one row over the full size; the background remains visible at states without a colour. */
export function drawStripRow(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  strip: StripFrame | null,
  row: number,
  colours: readonly (string | null)[],
  ground: string,
): void {
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  if (!strip || row >= strip.rows) {
    return;
  }
  const { bins, states, minor, minorShares } = strip;
  const bar = width / bins;
  // Combine state and height into one number, to compare neighbouring bins.
  const put = (key: number, from: number, to: number): void => {
    const rise = key & 255;
    const colour = colours[key >> 8];
    if (colour) {
      context.fillStyle = colour;
      context.fillRect(from * bar, height - rise, (to - from) * bar, rise);
    }
  };
  runs(bins, (bin) => ((states[row * bins + bin] ?? 255) << 8) | height, put);
  // The state that took the second longest time in a bin is drawn at the bottom.
  const riseOf = (at: number) => Math.max(2, Math.round(((minorShares[at] ?? 0) / 255) * height));
  runs(bins, (bin) => ((minor[row * bins + bin] ?? 255) << 8) | riseOf(row * bins + bin), put);
}

/** Calls back once per run of neighbouring bins with the same key. */
function runs(
  bins: number,
  keyOf: (bin: number) => number,
  put: (key: number, from: number, to: number) => void,
): void {
  let from = 0;
  for (let bin = 1; bin <= bins; bin += 1) {
    const key = keyOf(from);
    if (bin === bins || keyOf(bin) !== key) {
      put(key, from, bin);
      from = bin;
    }
  }
}

/** Summary of a device's requests over a range. */
interface RequestSummary {
  count: number;
  /** Mean length, kB. */
  meanKb: number;
  /** Median distance from the end of a request to the start of the next one, blocks of 4 KiB. */
  medianSeek: number;
}

/** Returns the lowest and the highest block that the requests of a device touch. */
function span(requests: Float64Array, device: number): [number, number] {
  let low = Infinity;
  let high = 0;
  for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
    if (requests[at + REQUEST.device] === device) {
      const block = requests[at + REQUEST.block] ?? 0;
      low = Math.min(low, block);
      high = Math.max(high, block + (requests[at + REQUEST.pages] ?? 0));
    }
  }
  return [low, Math.max(high, low + 1)];
}

/** Draws the requests of a device between two times, with the lowest block that they touch at the bottom. */
export function drawHead(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  requests: Float64Array,
  device: number,
  stretch: { fromNs: number; toNs: number },
  colours: readonly (string | null)[],
): void {
  const { width, height } = size;
  const [low, high] = span(requests, device);
  const x = (ns: number) => ((ns - stretch.fromNs) / (stretch.toNs - stretch.fromNs)) * width;
  const y = (block: number) => height - ((block - low) / (high - low)) * height;
  context.clearRect(0, 0, width, height);
  for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
    const number = (column: keyof typeof REQUEST) => requests[at + REQUEST[column]] ?? 0;
    const [start, end, block, pages] = [
      number('start'),
      number('end'),
      number('block'),
      number('pages'),
    ];
    const colour = colours[number('state')];
    if (number('device') === device && end > stretch.fromNs && colour) {
      const top = Math.min(y(block + pages), height - 2);
      context.fillStyle = colour;
      context.fillRect(
        x(start),
        top,
        Math.max(1.5, x(end) - x(start)),
        Math.max(2, y(block) - top),
      );
    }
  }
}

/** Summarizes the requests of a device in figures; null if there were none. */
export function summarise(requests: Float64Array, device: number): RequestSummary | null {
  let count = 0;
  let pages = 0;
  let head: number | null = null;
  const seeks: number[] = [];
  for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
    if (requests[at + REQUEST.device] === device) {
      const block = requests[at + REQUEST.block] ?? 0;
      const length = requests[at + REQUEST.pages] ?? 0;
      if (head !== null) {
        seeks.push(Math.abs(block - head));
      }
      head = block + length;
      count += 1;
      pages += length;
    }
  }
  seeks.sort((one, other) => one - other);
  const medianSeek = seeks[Math.floor(seeks.length / 2)] ?? 0;
  return count === 0 ? null : { count, meanKb: (pages * 4) / count, medianSeek };
}
