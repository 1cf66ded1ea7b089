import { expect, test } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import type { Left } from '../../core/lab/changes.ts';
import { changesText, settingText } from './ExportPanel.tsx';

test('a picture says RAM, the dirty limit and the seed of its run', () => {
  expect(settingText(openingScenario)).toBe('3,750 MiB of RAM · dirty_ratio 20 % · seed 1');
  const vm = { ...openingScenario.vm, dirty_ratio: 5 };
  expect(settingText({ ...openingScenario, vm, seed: 3 })).toContain('dirty_ratio 5 % · seed 3');
});

test('it lists the changes of the scenario that is open, and not those of the view', () => {
  const lanes = { kind: 'lanes', scenario: openingScenario } satisfies Left;
  const view = { kind: 'view', looked: { mapView: null, pin: null, span: null } } satisfies Left;
  const opening = { kind: 'opening' } as Left;
  const past = [
    { what: 'writers 1 to 2', there: lanes },
    { what: 'opening', there: opening },
    { what: 'RAM 3.7 GiB to 2.0 GiB', there: lanes },
    { what: 'zoom', there: view },
    { what: 'dirty_ratio 20 % to 10 %', there: lanes },
  ];
  expect(changesText({ past, future: [] })).toBe(
    'changed: RAM 3.7 GiB to 2.0 GiB; dirty_ratio 20 % to 10 %',
  );
  expect(changesText({ past: past.slice(0, 2), future: [] })).toBe('');
});
