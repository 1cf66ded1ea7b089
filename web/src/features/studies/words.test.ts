import { expect, test } from 'vitest';

import type { Factor, Study } from '../../engine/generated/scenario.ts';
import { factorsOf, nameOf } from './pictures/data.ts';
import { FACTORS, resultOf } from './testing.ts';
import { baseTitle, factorTitle, laneLine, laneNames, machineLine, valueWords } from './words.ts';

const field = (path: string, ...values: unknown[]): Factor => ({ vary: 'field', path, values });
const { study } = resultOf({ points: [] });
const titled = (path: string) => {
  const { title, unit } = factorTitle(study, field(path, 1), path);
  return unit === '' ? title : `${title}, ${unit}`;
};

test('fields are called by what they are, and of which zone, program or device', () => {
  expect(titled('machine.zones[2].present_pages')).toBe('size of zone Normal');
  expect(titled('workload[0].run.tasks')).toBe('tasks of dd');
  expect(titled('workload[0].run')).toBe('program dd');
  expect(titled('devices[1].hardware')).toMatch(/^hardware of sd/);
  expect(titled('against.mechanisms')).toBe('mechanisms of B');
  expect(titled('vm.dirty_ratio')).toBe('vm.dirty_ratio, %');
  expect(titled('nothing.known')).toBe('nothing.known');
});

test('sizes are in MiB, whatever unit the document has', () => {
  const result = resultOf({
    factors: [
      field('machine.zones[2].present_pages', 16000, 40000),
      field('swap.pages', 4, 131072),
    ],
    points: [[0, 0], [1, 1]].map((levels) => ({ levels, a: { elapsed_seconds: [1] } })), // prettier-ignore
  });
  const factors = factorsOf(result);
  expect(factors.map(({ levels }) => levels.map(({ value }) => value))).toEqual([[62.5, 156.25], [0.015625, 512]]); // prettier-ignore
  expect(result.points.map((point) => nameOf(factors, point))).toEqual([
    'size of zone Normal 62.5 MiB, size of the swap area 0.016 MiB',
    'size of zone Normal 156.3 MiB, size of the swap area 512 MiB',
  ]);
  expect(factors[0]?.path).toBe('machine.zones[2].present_pages');
});

test('values with names of their own are quoted, and no value is shown as JSON', () => {
  const mechanisms = field('mechanisms', {}, { gfp_write: true, per_zone_dirty: false });
  const labelled = { ...field('against', {}, {}), labels: ['as posted', 'as merged'] };
  const result = resultOf({
    factors: [mechanisms, labelled, FACTORS.kernel('3.0', '3.3')],
    points: [[0, 0, 0], [1, 1, 1]].map((levels) => ({ levels, a: { elapsed_seconds: [1] } })), // prettier-ignore
  });
  const factors = factorsOf(result);
  expect(result.points.map((point) => nameOf(factors, point))).toEqual([
    'mechanisms “none”, kernel and mechanisms of B “as posted”, kernel 3.0',
    'mechanisms “gfp_write on, per_zone_dirty off”, kernel and mechanisms of B “as merged”, kernel 3.3',
  ]);
  expect(valueWords({ device: 'sdb', pages: 5, more: [true, null] })).toBe(
    'device sdb, pages 5, on, default',
  );
});

const laneStudy: Study = {
  version: 1,
  title: 'A study',
  base: { gallery: 'weiner-usb' },
  factors: [],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'b:elapsed_seconds'],
  seeds: 1,
};

const lines = (more: Partial<Study>, measures?: string[]) =>
  laneNames({ ...laneStudy, ...more }, measures).map(laneLine);

test('lanes are called by kernel and patches, as in the Lab', () => {
  expect(baseTitle(laneStudy)).toBe('Copying 8 GiB to a USB stick');
  const [a, b] = lines({});
  expect(a).toBe('A: Linux 3.0');
  expect(b).toMatch(/^B: Linux 3.0.* per-zone dirty limits/i);
  expect(lines({}, ['b:elapsed_seconds'])).toEqual([b]);
  expect(lines({}, ['ratio:elapsed_seconds'])).toEqual([a, b]);
});

test('a study of one lane has none to tell apart', () => {
  expect(lines({ measures: ['elapsed_seconds'] })).toEqual([]);
});

test('what the study varies of a lane is said to vary', () => {
  const field = (path: string) => ({ factors: [{ vary: 'field' as const, path, values: [1, 2] }] });
  expect(lines(field('kernel'))[0]).toBe('A: varied kernel');
  expect(lines(field('against'))[1]).toBe('B: varied kernel and mechanisms');
  expect(lines(field('against.mechanisms'))[1]).toMatch(/^B: Linux 3.0.*, varied mechanisms$/);
  expect(lines(field('vm.dirty_ratio'))).toEqual(lines({}));
  const [, b] = lines({ factors: [{ vary: 'mechanism', id: 'gfp_write', lane: 'b' }] });
  expect(b).toMatch(/varied mechanisms$/);
});

test('the machine is told with its zones and writers', () => {
  const machine = { zones: [{ name: 'DMA32', present_pages: 479_232 }] };
  const workload = [{ name: 'dd', run: { program: 'write_file', tasks: 2 } }];
  const study = { base: { scenario: { machine, workload } } } as unknown as Study;
  expect(machineLine(study)).toBe('Machine: 1.8 GiB in DMA32; 2 writers');
});
