import { expect, test } from 'vitest';

import {
  eventNear,
  linearScale,
  niceEnds,
  labelOf,
  placeEvents,
  timeScale,
  timeTicks,
  type ChartEvent,
} from './axis.ts';

test('the ends of the domain are at the ends of the range, and all is in proportion', () => {
  const scale = linearScale([10, 20], [100, 0]);
  expect([10, 15, 20].map(scale)).toEqual([100, 50, 0]);
  expect([100, 50, 0].map(scale.invert)).toEqual([10, 15, 20]);
});

test('ticks are round and inside', () => {
  expect(linearScale([0.3, 5.2], [0, 1]).ticks(5)).toEqual([1, 2, 3, 4, 5]);
});

test('an axis ends at a round number', () => {
  expect(niceEnds([0, 87], 2)).toEqual([0, 100]);
});

test('labels keep their distance, however narrow the chart', () => {
  for (const width of [60, 110, 140, 260, 300, 700]) {
    for (const seconds of [5, 36, 99, 226, 571, 2000]) {
      const x = timeScale({ fromNs: 0, toNs: seconds * 1e9 }, width);
      const places = timeTicks(x, width).map(x);
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      expect(Math.min(...gaps, 99)).toBeGreaterThan(39);
      expect(places.length).toBeGreaterThan(0);
    }
  }
});

test('an axis never shows only one time if there is room for two', () => {
  for (const width of [96, 118, 140]) {
    for (let seconds = 5; seconds < 1000; seconds += 1) {
      const x = timeScale({ fromNs: 0, toNs: seconds * 1e9 }, width);
      const times = timeTicks(x, width);
      expect(times.length).toBeGreaterThan(1);
      expect(times.at(-1)).toBeLessThanOrEqual(seconds * 1e9);
    }
  }
  const x = timeScale({ fromNs: 0, toNs: 190.34e9 }, 118);
  expect(timeTicks(x, 118)).toEqual([0, 190e9]);
});

test('a stretch in the middle of the run has ticks inside it', () => {
  const x = timeScale({ fromNs: 31.2e9, toNs: 31.9e9 }, 260);
  const ticks = timeTicks(x, 260);
  expect(ticks.length).toBeGreaterThan(1);
  for (const ns of ticks) {
    expect(ns).toBeGreaterThanOrEqual(31.2e9);
    expect(ns).toBeLessThanOrEqual(31.9e9);
  }
});

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
    'kswapd wakes (B, A)',
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
  expect(eventNear(placed, 176)?.x).toBe(180);
  expect(eventNear(placed, 100)).toBeNull();
  expect(eventNear([], 100)).toBeNull();
});

test('events beyond the stretch are not drawn', () => {
  expect(place([{ atNs: 101, lane: 'a', text: 'an event' }])).toEqual([]);
});
