// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import type { Scenario } from '../engine/types.ts';
import { openingScenario } from './gallery/gallery.ts';
import { leastPages, pagesOf, pagesText, withPages, withWriters, writersOf } from './machine.ts';

const { machine } = openingScenario;
const zones = (pages: number) =>
  withPages(machine, pages).zones.map(({ name, present_pages: present }) => [name, present]);

test('from 1 GiB on, a size has two decimals unless one is exact', () => {
  expect(pagesText(959_900)).toBe('3.66 GiB');
  expect(pagesText(969_933)).toBe('3.7 GiB');
  expect(pagesText(479_950)).toBe('1.83 GiB');
  expect(pagesText(524_288)).toBe('2.0 GiB');
  expect(pagesText(60_000)).toBe('234 MiB');
  expect(pagesText(1000)).toBe('3.9 MiB');
});

test('half of 3.7 GiB lies below 4 GiB: there is no Normal zone, and DMA keeps its size', () => {
  expect(zones(479_950)).toEqual([
    ['DMA', 3900],
    ['DMA32', 476_050],
  ]);
});

test('what is more goes above 4 GiB', () => {
  expect(zones(2_000_000)).toEqual([
    ['DMA', 3900],
    ['DMA32', 830_000],
    ['Normal', 1_166_100],
  ]);
  const small = withPages(machine, 479_950);
  expect(withPages(small, 959_900).zones.at(-1)).toMatchObject({
    name: 'Normal',
    present_pages: 126_000,
  });
});

test('zones of another architecture keep their shares', () => {
  const other = {
    ...machine,
    zones: [
      { name: 'Normal', present_pages: 200, lowmem_reserve_ratio: 32 },
      { name: 'HighMem', present_pages: 600, lowmem_reserve_ratio: 32 },
    ],
  };
  expect(withPages(other, 401).zones.map((zone) => zone.present_pages)).toEqual([100, 301]);
});

test('a zone never holds more kernel pages than it has, and the least RAM has room for them', () => {
  const tiny = withPages(machine, 60_000);
  for (const zone of tiny.zones) {
    expect(zone.kernel_pages).toBeLessThanOrEqual(zone.present_pages);
  }
  const least = leastPages(openingScenario);
  expect(least).toBeGreaterThan(108_240);
  expect(pagesOf(withPages(machine, least))).toBe(least);
});

test('writers of dd are its tasks', () => {
  expect(writersOf(openingScenario)).toMatchObject({ at: 0, name: 'dd', count: 1 });
  const more = withWriters(openingScenario, 3);
  expect(more.workload).toHaveLength(1);
  expect(writersOf(more)?.count).toBe(3);
  expect(more.workload[0]?.run).toMatchObject({ tasks: 3, file_kb: 2_796_200 });
  expect(withWriters(more, 1, 8_388_608).workload[0]?.run).toMatchObject({ file_kb: 8_388_608 });
});

test('a program without such a knob has copies, which come and go', () => {
  const iozone = {
    name: 'iozone',
    run: { program: 'iozone', filesystem: '/', steps: 1, total_kb: 4096, record_kb: 4 },
  };
  const scenario = { ...openingScenario, workload: [iozone] } as unknown as Scenario;
  const three = withWriters(scenario, 3);
  expect(three.workload).toHaveLength(3);
  expect(writersOf(three)?.count).toBe(3);
  expect(withWriters(three, 1).workload).toEqual([iozone]);
});

test('where nothing writes there is nothing to change', () => {
  const scenario = { ...openingScenario, workload: [] };
  expect(writersOf(scenario)).toBeNull();
  expect(withWriters(scenario, 2)).toBe(scenario);
});
