import { expect, test } from 'vitest';

import { eventAt, labelOf, placeEvents, ROW, type ChartEvent } from './events.ts';

const place = (events: (Omit<ChartEvent, 'weight'> & { weight?: number })[], rows = 2) =>
  placeEvents(
    events.map((event) => ({ weight: 0, ...event })),
    { fromNs: 0, toNs: 100 },
    (ns) => ns * 3,
    [0, 300],
    rows,
    (text) => text.length * 6,
  );

test('the same event of both lanes at one place is one line', () => {
  const wakes = (atNs: number, lane: 'a' | 'b') => ({ atNs, lane, text: 'kswapd wakes' });
  const [event, ...more] = place([wakes(10, 'a'), wakes(10.5, 'b')]);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ x: 30, lane: 'both' });
  expect(place([wakes(10, 'a'), wakes(20, 'b')]).map(labelOf)).toEqual([
    'kswapd wakes (A)',
    'kswapd wakes (B)',
  ]);
});

test('without room for the same event of the other lane, the label names both lanes', () => {
  const events = [
    { atNs: 10, lane: 'b' as const, text: 'kswapd wakes' },
    { atNs: 15, lane: 'a' as const, text: 'kswapd wakes' },
  ];
  const [first, second] = place(events, 1);
  expect([first, second].map((event) => event?.row)).toEqual([0, null]);
  expect([first, second].map((event) => event && labelOf(event))).toEqual([
    'kswapd wakes (B, then A)',
    'kswapd wakes (A)',
  ]);
});

test('words stand in rows, and nowhere one over the other or over the edge', () => {
  const events = [10, 12, 14, 60].map((atNs) => ({ atNs, lane: 'a' as const, text: 'an event' }));
  expect(place(events).map(({ row }) => row)).toEqual([0, 1, null, 0]);
  expect(place([{ atNs: 95, lane: 'a', text: 'an event' }])[0]).toMatchObject({
    row: 0,
    side: 'left',
  });
  expect(place([{ atNs: 95, lane: 'a', text: 'an event '.repeat(9) }])[0]?.row).toBeNull();
});

test('an event of more weight gets its label first', () => {
  const event = (atNs: number, weight: number) => ({
    atNs,
    lane: 'a' as const,
    text: 'event',
    weight,
  });
  expect(place([event(10, 0), event(12, 1)], 1).map(({ row }) => row)).toEqual([null, 0]);
});

test('a label that names both lanes does not reach the line of a label above it', () => {
  const event = (atNs: number, lane: 'a' | 'b', text: string) => ({ atNs, lane, text });
  const [first, second, last] = place([
    event(10, 'b', 'kswapd wakes'),
    event(14, 'a', 'kswapd wakes'),
    { ...event(52, 'a', 'some other event too'), weight: 1 },
  ]);
  expect(last).toMatchObject({ row: 0, side: 'left' });
  expect(first).toMatchObject({ row: 1, names: 'own' });
  expect(second?.row).toBeNull();
});

test('no line runs through the label of another event', () => {
  const event = (atNs: number, weight: number) => ({
    atNs,
    lane: 'a' as const,
    text: 'event',
    weight,
  });
  // Without a weight, the first event would get the last row, below the label that its line has to pass.
  const placed = place([event(10, 0), event(12, 1), event(20, 1)], 3);
  expect(placed.map(({ row }) => row)).toEqual([0, 1, 2]);
  const atEnd = place([event(92, 0), event(95, 1)], 2);
  expect(atEnd.map(({ row, side }) => [row, side])).toEqual([
    [1, 'left'],
    [0, 'left'],
  ]);
});

test('the pointer on a line finds its event', () => {
  const placed = place([10, 60].map((atNs) => ({ atNs, lane: 'a', text: 'an event' })));
  const below = 2 * ROW + 1;
  expect(eventAt(placed, 176, below)?.x).toBe(180);
  expect(eventAt(placed, 100, below)).toBeNull();
  expect(eventAt([], 100, below)).toBeNull();
});

test('the pointer on a label finds its event, not the one of the line behind it', () => {
  // Each label is 48 + 8 wide.
  const placed = place([10, 12, 60].map((atNs) => ({ atNs, lane: 'a', text: 'an event' })));
  const found = (x: number, y: number) => eventAt(placed, x, y)?.of.atNs ?? null;
  expect(found(37, 5)).toBe(10);
  expect(found(37, 20)).toBe(12);
  expect(found(60, 33)).toBeNull();
  expect(found(120, 5)).toBeNull();
  expect(found(200, 5)).toBe(60);
});

test('events beyond the stretch are not drawn', () => {
  expect(place([{ atNs: 101, lane: 'a', text: 'an event' }])).toEqual([]);
});
