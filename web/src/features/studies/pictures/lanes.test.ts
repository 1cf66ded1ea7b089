import { expect, test } from 'vitest';

import type { Study } from '../../../engine/generated/scenario.ts';
import { baseTitle, laneLine, laneNames } from './lanes.ts';

const study: Study = {
  version: 1,
  title: 'A study',
  base: { gallery: 'weiner-usb' },
  factors: [],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'b:elapsed_seconds'],
  seeds: 1,
};

const lines = (more: Partial<Study>, measures?: string[]) =>
  laneNames({ ...study, ...more }, measures).map(laneLine);

test('lanes are called by kernel and patches, as in the Lab', () => {
  expect(baseTitle(study)).toBe('Copying 8 GiB to a USB stick');
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
  expect(lines(field('kernel'))[0]).toBe('A: the kernel as varied');
  expect(lines(field('against'))[1]).toBe('B: kernel and mechanisms as varied');
  expect(lines(field('against.mechanisms'))[1]).toMatch(/^B: Linux 3.0.*, mechanisms as varied$/);
  expect(lines(field('vm.dirty_ratio'))).toEqual(lines({}));
  const [, b] = lines({ factors: [{ vary: 'mechanism', id: 'gfp_write', lane: 'b' }] });
  expect(b).toMatch(/mechanisms as varied$/);
});
