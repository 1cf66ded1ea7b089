/** Events on a chart: the marks of the timeline as lines, with words where there is room. */
import type { Ends } from './linear.ts';

/** Something that happened in a lane, or to both. */
export interface ChartEvent {
  atNs: number;
  lane: 'a' | 'b' | 'both';
  text: string;
}

/** An event with its place. */
export interface PlacedEvent {
  x: number;
  lane: ChartEvent['lane'];
  text: string;
  /** Row of its words from the top; null where there is no room for them. */
  row: number | null;
  /** On which side of its line they stand. */
  side: 'left' | 'right';
}

/** Distance up to which the same event of both lanes is one line, CSS pixels. */
const SAME = 3;
const GAP = 8;

/** The events within a stretch from left to right, with rows for the words of as many as have room. */
export function placeEvents(
  events: readonly ChartEvent[],
  span: { fromNs: number; toNs: number },
  x: (ns: number) => number,
  [left, right]: Ends,
  rows: number,
  widthOf: (text: string) => number,
): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  const inside = events.filter(({ atNs }) => atNs >= span.fromNs && atNs <= span.toNs);
  for (const event of inside.toSorted((a, b) => a.atNs - b.atNs)) {
    const at = x(event.atNs);
    const twin = placed.find(({ text, x: place }) => text === event.text && at - place <= SAME);
    if (twin) {
      twin.lane = twin.lane === event.lane ? twin.lane : 'both';
    } else {
      placed.push({ x: at, lane: event.lane, text: event.text, row: null, side: 'right' });
    }
  }
  const free = Array.from({ length: rows }, () => left);
  for (const event of placed) {
    const wide = widthOf(labelOf(event)) + GAP;
    event.side = event.x + wide <= right ? 'right' : 'left';
    const from = event.side === 'right' ? event.x : event.x - wide;
    const row = free.findIndex((place) => from >= place);
    if (row >= 0) {
      event.row = row;
      free[row] = from + wide;
    }
  }
  return placed;
}

/** What is written beside the line of an event. */
export function labelOf({ lane, text }: Pick<PlacedEvent, 'lane' | 'text'>): string {
  return lane === 'both' ? text : `${text} (${lane.toUpperCase()})`;
}
