import { expect, test } from 'vitest';

import { catalogue as whole } from '../../engine/catalogue.ts';
import { teachingScenario, testEngine } from '../../engine/testing.ts';
import type { Catalogue, Mechanism } from '../../engine/types.ts';
import { fittingInterventions, movementsFor, whyBlocked } from './requirements.ts';

const mechanism = (id: string, title: string, more: Partial<Mechanism> = {}) =>
  ({ id, title, requires: [], excludes: [], ...more }) as unknown as Mechanism;

const catalogue = {
  presets: [],
  mechanisms: [
    mechanism('write', 'Writers say so'),
    mechanism('limits', 'Per-zone dirty limits', { requires: ['write'], excludes: ['rival'] }),
    mechanism('rival', 'kswapd rival', { requires: ['write'], excludes: ['limits'] }),
  ],
} as unknown as Catalogue;

const why = (id: string, on: string[]) => {
  const found = catalogue.mechanisms.find((entry) => entry.id === id);
  return found && whyBlocked(catalogue, found, new Set(on));
};

test('a switch that cannot be moved alone says why', () => {
  expect(why('limits', [])).toBe('It cannot be on while “Writers say so” is off.');
  expect(why('limits', ['write'])).toBeNull();
  expect(why('limits', ['write', 'rival'])).toBe('It cannot be on while “kswapd rival” is on.');
  expect(why('write', ['write', 'limits'])).toBe(
    'It cannot be off while “Per-zone dirty limits” is on.',
  );
});

const moves = (id: string, wanted: boolean, on: string[]) =>
  movementsFor(catalogue, id, wanted, new Set(on)).map(
    (movement) => `${movement.mechanism} ${movement.on ? 'on' : 'off'}`,
  );

test('what must move with it moves before it', () => {
  expect(moves('limits', true, [])).toEqual(['write on', 'limits on']);
  expect(moves('limits', true, ['write', 'rival'])).toEqual(['rival off', 'limits on']);
  expect(moves('write', false, ['write', 'rival'])).toEqual(['rival off', 'write off']);
  expect(moves('write', true, [])).toEqual(['write on']);
});

test('a switch that stands where it is wanted moves nothing', () => {
  expect(moves('write', true, ['write'])).toEqual([]);
  expect(moves('unknown', true, [])).toEqual([]);
});

test('later switches stay as long as what they need is there', () => {
  const at = (seconds: number, mechanism: string, on: boolean) => ({
    at_ns: seconds * 1e9,
    mechanism,
    on,
  });
  const interventions = [
    at(7, 'write', true),
    at(3, 'limits', true),
    at(9, 'limits', true),
    at(9, 'rival', true),
    at(8, 'limits', true),
  ];
  const setting = { kernel: '', mechanisms: {}, interventions };
  expect(fittingInterventions(catalogue, setting)).toEqual([
    at(7, 'write', true),
    at(8, 'limits', true),
  ]);
});

test('of each kernel the page and the engine agree on what can be moved alone', () => {
  const engine = testEngine();
  let blocked = 0;
  for (const { id: kernel, mechanisms: preset } of whole.presets) {
    const scenario = { ...teachingScenario(), kernel, mechanisms: {}, interventions: [] };
    const machine = engine.newMachine(JSON.stringify(scenario));
    const on = new Set(preset);
    for (const entry of whole.mechanisms) {
      const reason = whyBlocked(whole, entry, on);
      const flip = () => machine.set_mechanism(entry.id, !on.has(entry.id));
      const what = `${entry.id} on ${kernel}`;
      if (reason !== null) {
        expect(flip, what).toThrow();
        blocked += 1;
      } else {
        expect(flip, what).not.toThrow();
        machine.set_mechanism(entry.id, on.has(entry.id));
      }
      // The engine must accept the movements in their order, and the opposite movements in reverse order.
      const movements = movementsFor(whole, entry.id, !on.has(entry.id), on);
      for (const { mechanism, on: to } of movements) {
        machine.set_mechanism(mechanism, to);
      }
      for (const { mechanism, on: to } of movements.toReversed()) {
        machine.set_mechanism(mechanism, !to);
      }
    }
    machine.free();
  }
  expect(blocked).toBeGreaterThan(whole.presets.length);
});
