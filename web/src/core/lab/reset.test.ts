// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { openingScenario } from '../gallery/gallery.ts';
import { lab } from './lab.ts';
import { useLab } from './store.ts';

const shown = () => useLab.getState().scenario;
const changed = { ...openingScenario, seed: 9 };

beforeEach(() => {
  lab.changes.put({ past: [], future: [] });
  lab.open(openingScenario, 'weiner-usb', false);
});

test('after several changes the scenario is there again as it was opened, and that can be taken back', () => {
  lab.revise({ ...openingScenario, seed: 8 }, 'seed');
  lab.revise(changed, 'seed');
  lab.reset();
  expect(shown()).toBe(openingScenario);
  expect(useLab.getState().undoes).toBe('reset of “Copying 8 GiB to a USB stick”');
  lab.changes.undo();
  expect(shown()).toBe(changed);
});

test('what another scenario was opened as comes back with it', () => {
  lab.revise(changed, 'seed');
  const other = { ...openingScenario, title: 'Another' };
  lab.open(other, null, false);
  expect(useLab.getState().opened).toBe(other);
  lab.changes.undo();
  lab.reset();
  expect(shown()).toBe(openingScenario);
});
