import { expect, test } from 'vitest';

import type { LinkView, Scenario } from '../../engine/types.ts';
import { fileText, viewInFile, isExperiment, isView } from './experiment.ts';

const scenario = { version: 1, title: 'A copy', machine: {} } as unknown as Scenario;
const view: LinkView = {
  at_ns: 5e9,
  pin: { lane: 'b', zone: 'Normal', frame: 7 },
  digests: ['0123456789abcdef', 'fedcba9876543210'],
};

test('a file has the view beside the scenario, and without one it is the scenario', () => {
  expect(viewInFile(fileText({ scenario, view }))).toEqual(view);
  expect(JSON.parse(fileText({ scenario, view: {} }))).toEqual(scenario);
  expect(viewInFile(fileText({ scenario, view: {} }))).toEqual({});
});

test('a view that is none does not reach the page', () => {
  for (const broken of [
    null,
    [],
    { at_ns: -1 },
    { at_ns: '5' },
    { at_ns: 1e300 },
    { pin: { lane: 'b', zone: 'Normal' } },
    { view: { zone: 7, from: 0, frames: 1 } },
    { digests: ['0'] },
  ]) {
    expect(isView(broken)).toBe(false);
    expect(viewInFile(JSON.stringify({ scenario, view: broken }))).toEqual({});
    expect(isExperiment({ scenario, view: broken })).toBe(false);
  }
  expect(viewInFile('{')).toEqual({});
  expect(isExperiment({ scenario: { title: 'A copy' }, view })).toBe(false);
  expect(isExperiment({ scenario, view })).toBe(true);
});
