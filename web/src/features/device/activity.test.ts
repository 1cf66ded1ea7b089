import { expect, test } from 'vitest';

import { Strip } from '../../engine/strip.ts';
import { REQUEST_NUMBERS, type Description } from '../../engine/types.ts';
import { activityRows, describeActivity, isUntold, summarise } from './activity.ts';

const description = {
  tasks: [
    { name: 'kswapd0', kind: 'kswapd' },
    { name: 'flush-sda', kind: 'flusher' },
    { name: 'flush-sdb', kind: 'flusher' },
    { name: 'dd', kind: 'user' },
    { name: 'dd-2', kind: 'user' },
  ],
  devices: [{ name: 'sda' }, { name: 'sdb' }],
} as Description;

const [dd, dd2, kswapd, flusher, device] = activityRows('a', description);

test('the tasks of the programs come first, then one of each kind, and the device under load', () => {
  const names = [dd, dd2, kswapd, flusher, device].map((row) => row?.name);
  expect(names).toEqual(['dd', 'dd-2', 'kswapd0', 'flush-sdb', 'sdb']);
  expect(device?.row).toBe(6);
  const many = Array.from({ length: 9 }, (_, at) => ({ name: `dd-${at + 1}`, kind: 'user' }));
  const tasks = [...description.tasks, ...many] as Description['tasks'];
  expect(activityRows('a', { ...description, tasks }).map((row) => row.name)).toEqual([
    'dd',
    'dd-2',
    'dd-1',
    'kswapd0',
    'flush-sdb',
    'sdb',
  ]);
});

test('the device that was used most comes first, with its flusher', () => {
  const names = (busyNs: number[], all = false) =>
    activityRows('a', description, all, busyNs).map((row) => row.name);
  expect(names([90e9, 0])).toEqual(['dd', 'dd-2', 'kswapd0', 'flush-sda', 'sda']);
  expect(names([90e9, 0], true).slice(-2)).toEqual(['sda', 'sdb']);
  // Shortly after the start it is not clear yet which device is under load.
  expect(names([0.4e9, 0.1e9])).toEqual(['dd', 'dd-2', 'kswapd0', 'flush-sdb', 'sdb']);
});

test('a row is told in words, the longest state first', () => {
  if (!flusher || !device) {
    throw new Error('rows are missing');
  }
  const strip = new Strip(7, 4, 400);
  strip.add(Float64Array.of(2, 1, 0, 100, 2, 3, 100, 400, 6, 1, 0, 300));
  const frame = strip.frame(400);
  expect(describeActivity(flusher, frame)).toBe('waits for I/O 75 %, runs 25 %');
  expect(describeActivity(device, frame)).toBe('flusher write 75 %, idle 25 %');
  expect(describeActivity(flusher, null)).toBe('nothing yet');
});

test('what is not told yet is not taken for nothing', () => {
  expect(isUntold({ devices: null, nowNs: 111e9 })).toBe(true);
  expect(isUntold({ devices: null, nowNs: 0 })).toBe(false);
  // The time of devices is also not reported while a newly created machine seeks.
  expect(isUntold({ devices: null, nowNs: 0 }, true)).toBe(true);
});

test('tells how large requests were and how far the head went between them', () => {
  const requests = Float64Array.from(
    [
      [0, 0, 1, 100, 8, 1],
      [1, 0, 1, 9_000, 1, 1],
      [0, 1, 2, 108, 24, 1],
      [0, 2, 3, 1_132, 16, 2],
    ].flatMap((head) => [...head, ...Array<number>(REQUEST_NUMBERS - head.length).fill(0)]),
  );
  expect(summarise(requests, 0)).toEqual({ count: 3, meanKb: 64, medianSeek: 1000 });
  expect(summarise(requests, 1)).toEqual({ count: 1, meanKb: 4, medianSeek: 0 });
  expect(summarise(requests, 2)).toBeNull();
});
