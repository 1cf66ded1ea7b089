/** A single request of a device: finds it in the engine's data, and explains it. */
import { formatCount, formatDuration, formatPagesAsSize } from '../../base/format.ts';
import { REQUEST, REQUEST_HEAD, REQUEST_NUMBERS, type PartName } from '../../engine/types.ts';

/** A request that a device has served. */
export interface DeviceRequest {
  startNs: number;
  endNs: number;
  /** First block, in units of 4 KiB. */
  block: number;
  /** Length, blocks. */
  pages: number;
  /** Sender of the request: an index into the description's origins. */
  origin: number;
  write: boolean;
  /** The block at which the previous request ended. */
  from: number;
  /** Pages copied inside the flash. */
  copied: number;
  /** Allocation unit that the device closed for this request; null if none. */
  closed: number | null;
  /** Nanoseconds by the engine's number of the part. */
  parts: readonly number[];
}

/** Compares by start: a device may serve several requests at once, which end in another order. */
function byStart(one: DeviceRequest, other: DeviceRequest): number {
  return one.startNs - other.startNs || one.endNs - other.endNs || one.block - other.block;
}

/** Returns the requests of a device among those of a lane, in the order in which it started them. */
export function requestsOf(requests: Float64Array, device: number): DeviceRequest[] {
  const found: DeviceRequest[] = [];
  for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
    const row = requests.subarray(at, at + REQUEST_NUMBERS);
    if (row[REQUEST.device] === device) {
      found.push(requestOf(row));
    }
  }
  return found.sort(byStart);
}

function requestOf(row: Float64Array): DeviceRequest {
  const number = (column: keyof typeof REQUEST) => row[REQUEST[column]] ?? 0;
  const closed = number('closed');
  return {
    startNs: number('start'),
    endNs: number('end'),
    block: number('block'),
    pages: number('pages'),
    origin: number('origin'),
    write: number('write') === 1,
    from: number('from'),
    copied: number('copied'),
    closed: closed < 0 ? null : closed,
    parts: [...row.subarray(REQUEST_HEAD)],
  };
}

/** Returns the request that the device served at a time, or the nearest one; null if there is none. */
export function requestAt(requests: readonly DeviceRequest[], ns: number): DeviceRequest | null {
  let best: DeviceRequest | null = null;
  let least = Infinity;
  for (const request of requests) {
    const away = Math.max(request.startNs - ns, ns - request.endNs, 0);
    if (away < least) {
      least = away;
      best = request;
    }
  }
  return best;
}

/** Whether a request spent more than half of its time on something other than transfer and command overhead. */
function isCostly({ parts, startNs, endNs }: DeviceRequest, names: readonly PartName[]): boolean {
  const cheap = (['transfer', 'overhead'] as const).reduce(
    (sum, name) => sum + (parts[names.indexOf(name)] ?? 0),
    0,
  );
  return endNs - startNs - cheap > (endNs - startNs) / 2;
}

/**
 * Returns the request to which a key moves from the request `from`: the same request at either end, undefined for an
 * unknown key.
 */
export function stepTo(
  requests: readonly DeviceRequest[],
  from: DeviceRequest,
  key: string,
  names: readonly PartName[],
): DeviceRequest | undefined {
  // A request that is too old to be kept counts as earlier than all others.
  const first = requests.findIndex((request) => byStart(request, from) >= 0);
  const at = first < 0 ? requests.length - 1 : first;
  const costly = (request: DeviceRequest) => isCostly(request, names);
  switch (key) {
    case 'ArrowLeft':
      return requests[at - 1] ?? requests[at] ?? from;
    case 'ArrowRight':
      return requests[at + 1] ?? requests[at] ?? from;
    case 'ArrowUp':
      return requests.slice(0, at).findLast(costly) ?? from;
    case 'ArrowDown':
      return requests.slice(at + 1).find(costly) ?? from;
    case 'Home':
      return requests[0] ?? from;
    case 'End':
      return requests.at(-1) ?? from;
    default:
      return undefined;
  }
}

/** Describes a request: “write of 30 pages (120 KiB) at block 1,234,567”. */
export function describeRequest({ write, pages, block }: DeviceRequest): string {
  const count = pages === 1 ? '1 page' : `${formatCount(pages)} pages`;
  const size = formatPagesAsSize(pages);
  return `${write ? 'write' : 'read'} of ${count} (${size}) at block ${formatCount(block)}`;
}

/**
 * Explains why a request took so long, one sentence per reason. `unitPages`: pages per allocation unit, 0 without such
 * units.
 */
export function reasonsFor(
  request: DeviceRequest,
  names: readonly PartName[],
  unitPages: number,
): string[] {
  const partOf = (name: PartName) => request.parts[names.indexOf(name)] ?? 0;
  return [
    ...flashReasons(request, partOf('copying'), unitPages),
    ...headReasons(request, partOf('seek'), partOf('rotation'), unitPages > 0),
    ...(partOf('flush') > 0
      ? [`Flush of the device cache to the medium: ${formatDuration(partOf('flush'))}.`]
      : []),
    ...(partOf('stall') > 0 ? [`The device stalled: ${formatDuration(partOf('stall'))}.`] : []),
  ];
}

function headReasons(
  { block, from }: DeviceRequest,
  seek: number,
  rotation: number,
  isFlash: boolean,
): string[] {
  if (block === from) {
    return [`Continues where the last request ended${isFlash ? '' : ': no seek'}.`];
  }
  const distance = distanceText(Math.abs(block - from));
  const way = block > from ? 'after' : 'before';
  const where = `${distance} ${way} the end of the last request`;
  const reasons = [];
  if (seek > 0) {
    reasons.push(`Seek over ${distance}: ${formatDuration(seek)}.`);
  }
  if (rotation > 0) {
    reasons.push(`Rotation to the block: ${formatDuration(rotation)}.`);
  }
  return reasons.length > 0 ? reasons : [`Starts ${where}${isFlash ? '' : '; this took no seek'}.`];
}

function flashReasons(request: DeviceRequest, copying: number, unitPages: number): string[] {
  const { block, pages, copied, closed } = request;
  if (copying === 0) {
    return [];
  }
  if (closed === null || unitPages === 0) {
    return [`Switch to another allocation unit: ${formatDuration(copying)}.`];
  }
  const first = Math.floor(block / unitPages);
  const last = Math.floor((block + pages - 1) / unitPages);
  const why =
    closed >= first && closed <= last
      ? 'the write did not continue where the last write to this unit ended'
      : `the write to unit ${formatCount(last)} did not continue an open unit`;
  const moved = copied === 1 ? '1 page' : `${formatCount(copied)} pages`;
  return [`Closed unit ${formatCount(closed)}: copied ${moved} inside the stick, because ${why}.`];
}

function distanceText(blocks: number): string {
  const gib = blocks / 262_144;
  return gib >= 1 ? `${Number(gib.toPrecision(3))} GiB` : formatPagesAsSize(blocks);
}
