import { expect, test } from 'vitest';

import { labelOf, placeEvents, type ChartEvent } from './events.ts';

const place = (events: ChartEvent[], rows = 2) =>
  placeEvents(
    events,
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

test('words stand in rows, and nowhere one over the other or over the edge', () => {
  const events = [10, 12, 14, 60].map((atNs) => ({ atNs, lane: 'a' as const, text: 'an event' }));
  expect(place(events).map(({ row }) => row)).toEqual([0, 1, null, 0]);
  expect(place([{ atNs: 95, lane: 'a', text: 'an event' }])[0]).toMatchObject({
    row: 0,
    side: 'left',
  });
  expect(place([{ atNs: 95, lane: 'a', text: 'an event '.repeat(9) }])[0]?.row).toBeNull();
});

test('events beyond the stretch are not drawn', () => {
  expect(place([{ atNs: 101, lane: 'a', text: 'an event' }])).toEqual([]);
});
