import { expect, test } from 'vitest';

import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { gallery } from '../../core/gallery/documents.ts';
import type { Scenario } from '../../engine/types.ts';
import { fieldPaths } from './form/fields.tsx';
import { draftOf, valuesIn, valuesText } from './form/shape.ts';
import { measuresOf, searchMeasures } from './measures.ts';
import { hashOf, routeOf, type Route } from './route.ts';
import { startsOf } from './start/StudyStarts.tsx';
import type { RunTime } from './desk/client.ts';
import { estimateWords, withRun } from './words.ts';

function scenarioOf(id: string): Scenario {
  const found = gallery.find((item) => item.id === id);
  if (!found) {
    throw new Error(id);
  }
  return found.scenario;
}

test('every part of the page has an address', () => {
  const routes: Route[] = [
    { view: 'list' },
    { view: 'form' },
    { view: 'file' },
    { view: 'gallery', id: 'weiner-which-patch' },
    { view: 'link', link: 'v1._.abc-_.12345678' },
    { view: 'smallest', link: 'teaching-machine~dirty=30~c.1a2b3c4d' },
  ];
  expect(routes.map((route) => routeOf(hashOf(route)))).toEqual(routes);
  expect(routeOf('#whatever')).toEqual({ view: 'list' });
});

test('the time is told with what is known of it', () => {
  expect(estimateWords(100, null, 3)).toContain('known after the first run');
  expect(estimateWords(100, { ms: 2_000, runs: 20, more: false }, 3)).toBe(
    'A run takes about 2.0 s here: about 2 min in total with 2 workers.',
  );
  expect(estimateWords(10, { ms: 3_000, runs: 0, more: true }, 1)).toBe(
    'A run takes more than 3.0 s here: more than 30 s in total with one worker.',
  );
  expect(estimateWords(0, { ms: 3_000, runs: 0, more: true }, 1)).toBe('');
});

test('the time of all runs is estimated from the mean of those that ended, and coarsely', () => {
  const after = (...times: number[]) => times.reduce<RunTime | null>(withRun, null);
  // Two workers carried out these six runs in 11.5 s together; twice as many take twice as long.
  const time = after(2000, 3500, 2600, 3600, 5300, 6000);
  expect(time).toEqual({ ms: 23_000 / 6, runs: 6, more: false });
  expect(estimateWords(12, time, 2)).toBe(
    'A run takes about 3.8 s here: about 25 s in total with 2 workers.',
  );
  // One run says little about the others.
  expect(estimateWords(54, after(2600), 2)).toBe(
    'A run takes about 2.6 s here: 40 s to 2 min in total with 2 workers.',
  );
  expect(estimateWords(54, withRun({ ms: 3000, runs: 0, more: true }, 4000), 2)).toContain('A run takes about 4.0 s here'); // prettier-ignore
});

test('values are read as they are written, and stay what they are', () => {
  expect(valuesIn('5, 10,ext4, true, 3.10, 2.5')).toEqual([5, 10, 'ext4', true, '3.10', 2.5]);
  const values = [null, { device: 'sdb', pages: 5 }];
  expect(valuesIn(valuesText(values))).toEqual(values);
  expect(valuesIn('[null, {')).toBeNull();
});

test('what is no study is not shown as a form', () => {
  for (const text of ['', '[]', '{"factors": 3}', '{"measures": [1]}', '{"base": "x"}']) {
    expect(draftOf(text), text).toBeNull();
  }
  expect(draftOf('{"more": 1}')).toEqual({ more: 1 });
});

test('the fields of a scenario can be found, and the knobs that it leaves at their default', () => {
  const paths = fieldPaths({ ...scenarioOf('weiner-usb-small') });
  expect(paths).toContain('vm.dirty_background_ratio');
  expect(paths).toContain('workload[0].run.file_kb');
  expect(paths).toContain('devices[1].hardware');
  expect(paths).not.toContain('title');
});

test('measures follow the scenario, and are found by their words', () => {
  const choices = measuresOf({ ...scenarioOf('weiner-usb-small') });
  const names = choices.map(({ name }) => name);
  expect(names).toContain('task:dd:longest_stall_ms');
  expect(names).toContain('peak:Normal:dirty_percent');
  expect(searchMeasures(choices, 'dirty share normal').map(({ name }) => name)).toEqual([
    'peak:Normal:dirty_percent',
    'mean:Normal:dirty_percent',
  ]);
});

test('the Lab offers studies of its run, and says why there is none', () => {
  const scenario = scenarioOf('weiner-usb');
  const [ram, ratio, patches, seeds] = startsOf(scenario, wholeCatalogue);
  expect(ram?.study?.factors).toMatchObject([{ vary: 'ram' }]);
  expect(ratio?.study?.factors).toMatchObject([{ values: [5, 10, 12, 15, 20, 30, 40] }]);
  expect(patches?.study).toMatchObject({
    design: { kind: 'ablation' },
    factors: [
      { id: 'gfp_write', lane: 'b' },
      { id: 'per_zone_dirty_rfc', lane: 'b' },
    ],
  });
  expect(patches?.study?.measures.every((name) => name.startsWith('b:'))).toBe(true);
  expect(seeds?.study?.seeds).toBe(30);
  for (const start of [ram, ratio, seeds]) {
    expect(start?.study?.measures).toContain('ratio:elapsed_seconds');
  }
  const alike = { ...scenario, against: { kernel: scenario.kernel } };
  expect(startsOf(alike, wholeCatalogue)[2]).toMatchObject({
    study: null,
    why: 'A and B have the same patches: switch one in B first.',
  });
});
