// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { openingScenario } from '../gallery/gallery.ts';
import { useLab } from '../lab/store.ts';
import { retitled } from './open.ts';

const TITLE = 'Copying 8 GiB to a USB stick';
const onDisk = { ...openingScenario, devices: [{ name: 'sdb', hardware: 'sata_2010' }] };

beforeEach(() => useLab.setState({ opened: openingScenario }));

test('another disk makes another title, and what is as it was has its own again', () => {
  const changed = retitled(onDisk);
  expect(changed.title).toBe(`${TITLE} (changed)`);
  expect(retitled({ ...changed, seed: 2 }).title).toBe(`${TITLE} (changed)`);
  expect(retitled({ ...openingScenario, title: changed.title }).title).toBe(TITLE);
});

test('so does another limit; kernels and switches stand beside the title', () => {
  expect(retitled({ ...openingScenario, vm: { dirty_ratio: 40 } }).title).toBe(
    `${TITLE} (changed)`,
  );
  const other = { ...openingScenario, kernel: '3.3', mechanisms: { wait_iff_congested: true } };
  expect(retitled(other).title).toBe(TITLE);
});

test('a title that somebody wrote stays', () => {
  expect(retitled({ ...onDisk, title: 'My disk' }).title).toBe('My disk');
});
