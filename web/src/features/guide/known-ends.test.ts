// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { gallery } from '../../core/gallery/documents.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Scenario } from '../../engine/types.ts';
import { foreseenEnd, seedsWords } from './known-ends.ts';

const endOf = (scenario: Scenario) => {
  useLab.setState({ scenario });
  return foreseenEnd();
};

beforeEach(() => useLab.setState({ scenario: null }));

test('the opening scenario has a known end for each of the first seeds, and only for these', () => {
  const ends = [1, 2, 3].map((seed) => endOf({ ...openingScenario, seed }));
  expect(new Set(ends.map((end) => end?.ns)).size).toBe(3);
  expect(ends[0]?.text).toMatch(/^ends at \d+\.\d s$/);
  // The form adds this to the title of a scenario with another seed.
  const title = `${openingScenario.title} (changed)`;
  expect(endOf({ ...openingScenario, title, seed: 2 })).toEqual(ends[1]);
  expect(endOf({ ...openingScenario, seed: 4 })).toBeNull();
  expect(endOf({ ...openingScenario, seed: 0 })).toBeNull();
});

test('with another machine, kernel or switch the end is not known', () => {
  const { machine, against } = openingScenario;
  const [zone, ...zones] = machine.zones;
  const smaller = { ...machine, zones: [{ ...zone, name: 'DMA', present_pages: 3000 }, ...zones] };
  expect(endOf({ ...openingScenario, machine: smaller } as Scenario)).toBeNull();
  expect(endOf({ ...openingScenario, kernel: '3.1' })).toBeNull();
  const interventions = [{ at_ns: 9, mechanism: 'gfp_write', on: false }];
  expect(
    endOf({ ...openingScenario, against: { ...against, interventions } } as Scenario),
  ).toBeNull();
  expect(seedsWords({ ...openingScenario, kernel: '3.1' })).toBeNull();
});

test('where the order of the seeds is not known, the end is given as a range', () => {
  const stick = gallery.find(({ id }) => id === 'simple-wb-usb-laptop')?.scenario as Scenario;
  expect(endOf(stick)?.text).toMatch(/^ends at about [\d,]+ to [\d,]+ s$/);
  expect(seedsWords({ ...stick, seed: 9 })).toMatch(
    /^With seeds 1 to 3: [\d,]+ to [\d,]+ s in A, \d+( to \d+)? s in B\.$/,
  );
});

test('where both lanes have one kernel, one time is given', () => {
  const one = gallery.find(({ id }) => id === 'real-write-3x-ram')?.scenario as Scenario;
  expect(seedsWords(one)).toMatch(/^With seeds 1 to 3: [\d.]+( to [\d.]+)? s in both\.$/);
});
