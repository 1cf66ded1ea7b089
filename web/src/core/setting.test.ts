// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from './gallery/gallery.ts';
import { CHANGED, laneSetting, withLane, type LaneSetting } from './lab/lanes.ts';
import { withPages, withWriters } from './machine.ts';
import { changesText, settingText } from './setting.ts';

test('a picture says RAM, the dirty limit and the seed of its run', () => {
  expect(settingText(openingScenario)).toBe('3.66 GiB of RAM · dirty_ratio 20 % · seed 1');
  const vm = { ...openingScenario.vm, dirty_ratio: 5 };
  expect(settingText({ ...openingScenario, vm, seed: 3 })).toContain('dirty_ratio 5 % · seed 3');
});

test('it lists only what differs now from the scenario that was opened', () => {
  const opened = openingScenario;
  expect(changesText(opened, opened)).toBe('');
  // Undone, but with the defaults filled in.
  expect(changesText({ ...opened, seed: 1 }, opened)).toBe('');
  const vm = { ...opened.vm, dirty_ratio: 10 };
  const machine = withPages(opened.machine, 2048 * 256);
  const changed = { ...withWriters({ ...opened, vm, machine }, 4), seed: 3 };
  expect(changesText(changed, opened)).toBe(
    'RAM 3.66 GiB to 2.0 GiB; dirty_ratio 20 % to 10 %; writers 1 to 4; seed 1 to 3',
  );
});

test('it says when a switch moved, and shortens a long list', () => {
  const lane = laneSetting(openingScenario, 'b');
  const moved = (at: number) => ({ at_ns: at * 1e9, mechanism: 'no_such_switch', on: false });
  const withMoves = (...interventions: LaneSetting['interventions']) =>
    withLane(openingScenario, 'b', { ...lane, interventions });
  const one = withMoves(moved(8));
  expect(changesText(one, openingScenario)).toBe('“no_such_switch” off in B at 8.0 s');
  const many = withMoves(...[1, 2, 3, 4, 5, 6].map(moved));
  expect(changesText(many, openingScenario)).toMatch(/at 2\.0 s and 4 more$/);
});

test('two sizes of RAM that one decimal would not tell apart differ', () => {
  const machine = withPages(openingScenario.machine, 969_933);
  const changed = { ...openingScenario, machine };
  expect(changesText(changed, openingScenario)).toBe('RAM 3.66 GiB to 3.7 GiB');
});

test('a link to a changed scenario is compared with the built-in one', () => {
  const title = `${openingScenario.title}${CHANGED}`;
  const linked = { ...openingScenario, title, seed: 3 };
  expect(changesText(linked, linked)).toBe('seed 1 to 3');
});
