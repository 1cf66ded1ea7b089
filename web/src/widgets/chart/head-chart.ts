/** Draws where a disk's head went: a mark for each request, as wide as it took, as high as it lies and is long. */
import { REQUEST, REQUEST_NUMBERS } from '../../engine/request-window.ts';

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
