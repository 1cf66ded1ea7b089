// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { gallery } from '../../core/gallery/documents.ts';
import { OPENING_ID } from '../../core/gallery/opening-id.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { questionFor } from './Question.tsx';
import { questionOf } from './part.ts';

test('every scenario of the gallery asks a question of its own', () => {
  for (const { id, scenario } of gallery) {
    expect(questionOf(scenario, id), id).toMatch(/\?$/);
  }
});

test('with another kernel the question of the gallery would not be the one that runs', () => {
  const found = gallery.find(({ id }) => id === 'weiner-2zone');
  const changed = { ...(found as NonNullable<typeof found>).scenario, against: { kernel: '3.3' } };
  expect(questionOf(changed, 'weiner-2zone')).toBeNull();
  expect(questionFor(changed, catalogue)).toBe(
    '“A linear writer without a Normal zone”: what does Linux 3.3 change compared with Linux 3.0?',
  );
});

test('a changed scenario is not asked about the stick that its title names', () => {
  const found = gallery.find(({ id }) => id === OPENING_ID);
  const { scenario } = found as NonNullable<typeof found>;
  const title = `${scenario.title} (changed)`;
  // The question still fits the same copy with another dirty_ratio.
  expect(questionOf({ ...scenario, title, vm: { dirty_ratio: 18 } }, OPENING_ID)).toMatch(
    /USB stick/,
  );
  const [dma, dma32] = scenario.machine.zones;
  const small = { ...scenario.machine, zones: [dma, dma32].filter((zone) => zone !== undefined) };
  expect(questionOf({ ...scenario, title, machine: small }, OPENING_ID)).toMatch(
    /on this machine and workload\?$/,
  );
  const changed = { ...scenario, title, devices: [{ name: 'sdb', hardware: 'sata_2010' }] };
  expect(questionOf(changed, OPENING_ID)).toBe(
    'What does Linux 3.0 + per-zone dirty limits change compared with Linux 3.0 on this machine and workload?',
  );
});
