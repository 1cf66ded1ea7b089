/** The events of a chart: places for their lines and labels, and which of them is at the pointer. */
import type { Span } from '../../core/lab/store.ts';
import { plotLeft, type Ends, type LinearScale } from './axis.ts';
import { strokeUpright, write } from './strokes.ts';

/** Colours of events and of text. */
export interface EventColours {
  a: string;
  b: string;
  cursor: string;
  text: string;
  /** Background of text, so that lines do not run through it. */
  ground: string;
}

/** Rows of labels in a large chart, and the height of a row in CSS pixels. */
export const EVENT_ROWS = 4;
export const ROW = 13;

/** An event in one lane, or in both. */
export interface ChartEvent {
  atNs: number;
  lane: 'a' | 'b' | 'both';
  text: string;
  /** Events with a higher weight get their labels first. */
  weight: number;
}

/** An event with its position. */
export interface PlacedEvent<E extends ChartEvent = ChartEvent> {
  /** The event, or the first of two that are drawn as one. */
  of: E;
  x: number;
  weight: number;
  lane: ChartEvent['lane'];
  text: string;
  /** Row of its label, counted from the top; null if there is no room for a label. */
  row: number | null;
  /** The ends of its label. */
  label: Ends;
  /** On which side of its line the label is. */
  side: 'left' | 'right';
  /** The lanes that its label names: the other one too, if its same event has no room for a label. */
  names: 'own' | 'other first' | 'other later';
}

/** Maximum distance in CSS pixels at which the same event in both lanes is drawn as one line. */
const SAME = 3;
const GAP = 8;
/** Maximum distance in CSS pixels at which the pointer is on the line of an event. */
const NEAR = 6;

/**
 * Returns the events in a range from left to right. As many as fit get a row for their label, those with a higher
 * weight first. The rows descend from left to right, so that no line runs through the label of another one. If there is
 * no room for the label of an event, but for that of the same event in the other lane, this label names both lanes.
 */
export function placeEvents<E extends ChartEvent>(
  events: readonly E[],
  span: { fromNs: number; toNs: number },
  x: (ns: number) => number,
  [left, right]: Ends,
  rows: number,
  widthOf: (text: string) => number,
): PlacedEvent<E>[] {
  const placed: PlacedEvent<E>[] = [];
  const inside = events.filter(({ atNs }) => atNs >= span.fromNs && atNs <= span.toNs);
  for (const event of inside.toSorted((a, b) => a.atNs - b.atNs)) {
    const at = x(event.atNs);
    const twin = placed.find(({ text, x: place }) => text === event.text && at - place <= SAME);
    if (twin) {
      twin.lane = twin.lane === event.lane ? twin.lane : 'both';
    } else {
      const { lane, text, weight } = event;
      const label = [at, at] as const;
      const place = { of: event, x: at, row: null, label, side: 'right', names: 'own' } as const;
      placed.push({ ...place, weight, lane, text });
    }
  }
  let labelled: Labelled[] = [];
  const lay = (event: PlacedEvent): Labelled => {
    const wide = widthOf(labelOf(event)) + GAP;
    event.side = event.x + wide <= right ? 'right' : 'left';
    const from = event.side === 'right' ? event.x : event.x - wide;
    return { event, from, to: from + wide };
  };
  const fits = (labels: readonly Labelled[]) => {
    const of = rowsOf(labels);
    const isFree = ({ from, to }: Labelled, row: number) =>
      labels.every(({ event: { x } }, at) => (of[at] ?? 0) >= row || x <= from || x >= to);
    return labels.every((label, at) => {
      const row = of[at] ?? 0;
      return label.from >= left && row < rows && isFree(label, row);
    });
  };
  for (const event of placed.toSorted((a, b) => b.weight - a.weight)) {
    const more = [...labelled, lay(event)];
    if (fits(more)) {
      labelled = more;
    }
  }
  const named = new Set(labelled.map(({ event }) => event));
  for (const { lane, text, x } of placed.filter((event) => !named.has(event))) {
    const other = { a: 'b', b: 'a', both: '' }[lane];
    const at = labelled.findIndex(({ event }) => event.lane === other && event.text === text);
    const twin = labelled[at]?.event;
    if (twin) {
      twin.names = x < twin.x ? 'other first' : 'other later';
      const wider = labelled.with(at, lay(twin));
      if (fits(wider)) {
        labelled = wider;
      } else {
        twin.names = 'own';
        labelled = labelled.with(at, lay(twin));
      }
    }
  }
  const of = rowsOf(labelled);
  labelled.forEach(({ event, from, to }, at) => {
    event.row = of[at] ?? null;
    event.label = [from, to];
  });
  return placed;
}

/** An event with the ends of its label. */
interface Labelled {
  event: PlacedEvent;
  from: number;
  to: number;
}

/**
 * Returns the row of each label: below the labels that reach its line. Labels at the right end are left of their lines,
 * so their rows are assigned first, from right to left.
 */
function rowsOf(labels: readonly Labelled[]): number[] {
  const rows = new Map<Labelled, number>();
  const place = ({ event: { x, side } }: Labelled) => (side === 'left' ? -x : x);
  for (const label of labels.toSorted((one, other) => place(one) - place(other))) {
    const above = [...rows].filter(([{ from, to }]) => from < label.to && to > label.from);
    rows.set(label, Math.max(-1, ...above.map(([, row]) => row)) + 1);
  }
  return labels.map((label) => rows.get(label) ?? 0);
}

/** Returns the event whose line is nearest to a position; null if none is near. */
function eventNear<P extends PlacedEvent>(placed: readonly P[], x: number): P | null {
  const nearest = placed.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  return nearest && Math.abs(nearest.x - x) <= NEAR ? nearest : null;
}

/** Returns the event whose label or line is at a position on a chart; null if there is none. */
export function eventAt<P extends PlacedEvent>(
  placed: readonly P[],
  x: number,
  y: number,
): P | null {
  const row = Math.floor(y / ROW);
  const labelled = placed.find(
    (event) => event.row === row && x >= event.label[0] && x <= event.label[1],
  );
  return labelled ?? eventNear(placed, x);
}

/**
 * Returns the label beside the line of an event: “kswapd wakes (A)”, or “(B, then A)” if it names both lanes, in order of
 * time.
 */
export function labelOf({
  lane,
  text,
  names = 'own',
}: Pick<PlacedEvent, 'lane' | 'text'> & Partial<Pick<PlacedEvent, 'names'>>): string {
  if (lane === 'both') {
    return text;
  }
  const [own, other] = lane === 'a' ? ['A', 'B'] : ['B', 'A'];
  const lanes = {
    own,
    'other first': `${other}, then ${own}`,
    'other later': `${own}, then ${other}`,
  };
  return `${text} (${lanes[names]})`;
}

/** Draws the lines of the events and their labels; returns where they are. */
export function drawEvents<E extends ChartEvent>(
  context: CanvasRenderingContext2D,
  { events, span, large }: { events: readonly E[]; span: Span; large: boolean },
  x: LinearScale,
  ends: readonly [number, number],
  foot: number,
  colours: EventColours,
): PlacedEvent<E>[] {
  const rows = large ? EVENT_ROWS : 0;
  const widthOf = (text: string) => context.measureText(text).width;
  const placed = placeEvents(events, span, x, ends, rows, widthOf);
  const colourOf = { a: colours.a, b: colours.b, both: colours.text };
  context.textBaseline = 'top';
  for (const event of placed) {
    const colour = colourOf[event.lane];
    const top = (event.row ?? rows) * ROW;
    context.setLineDash([2, 3]);
    strokeUpright(context, event.x, top, foot, colour);
    context.setLineDash([]);
    if (event.row !== null) {
      // A solid line beside the label shows to which line the label belongs.
      strokeUpright(context, event.x, top, top + ROW, colour);
      const left = event.side === 'left';
      context.textAlign = left ? 'right' : 'left';
      const at = event.x + (left ? -4 : 4);
      write(context, labelOf(event), at, event.row * ROW + 1, colour, colours.ground);
    }
  }
  return placed;
}

/** Names the event whose line is at the pointer, if there was no room for its label. */
export function nameEventAt(
  context: CanvasRenderingContext2D,
  placed: readonly PlacedEvent[],
  x: number,
  right: number,
  large: boolean,
  colours: EventColours,
): void {
  const event = eventNear(placed, x);
  if (event?.row !== null) {
    return;
  }
  const top = large ? EVENT_ROWS * ROW : 0;
  const label = labelOf(event);
  const width = context.measureText(label).width + 8;
  const left = Math.max(plotLeft, Math.min(event.x + 4, right - width));
  context.fillStyle = colours.ground;
  context.fillRect(left, top, width, ROW + 2);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  write(context, label, left + 4, top + 2, colours.cursor, colours.ground);
}
