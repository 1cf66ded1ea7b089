/** Draws the last stretch of a task or device as one bar, coloured by state, and where a disk's head went in it. */
import type { StripFrame } from '../../engine/protocol.ts';
import { REQUEST, REQUEST_NUMBERS } from '../../engine/types.ts';

/** Draws one row over the full size; states without a colour leave the ground. */
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
  // One number says state and height, so that neighbours can be compared.
  const put = (key: number, from: number, to: number): void => {
    const rise = key & 255;
    const colour = colours[key >> 8];
    if (colour) {
      context.fillStyle = colour;
      context.fillRect(from * bar, height - rise, (to - from) * bar, rise);
    }
  };
  runs(bins, (bin) => ((states[row * bins + bin] ?? 255) << 8) | height, put);
  // A state too short to be the longest of its bin still shows at the foot.
  const riseOf = (at: number) => Math.max(2, Math.round(((minorShares[at] ?? 0) / 255) * height));
  runs(bins, (bin) => ((minor[row * bins + bin] ?? 255) << 8) | riseOf(row * bins + bin), put);
}

/** Calls back once for neighbouring bins that are to look the same. */
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

/** What the requests of a device were, over a stretch. */
export interface RequestSummary {
  count: number;
  /** Mean length, kB. */
  meanKb: number;
  /** Median distance from the end of a request to the start of the next, blocks of 4 KiB. */
  medianSeek: number;
}

/** Lowest and highest block that the requests of a device touch. */
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

/** Draws the requests of a device between two times, the lowest block that they touch at the foot. */
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

/** The same in figures; null where there was no request. */
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
