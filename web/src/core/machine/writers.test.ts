// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from '../gallery/gallery.ts';
import type { Scenario } from '../../engine/types.ts';
import { withWriters, writersOf } from './writers.ts';

test('writers of dd are its tasks', () => {
  expect(writersOf(openingScenario)).toMatchObject({ at: 0, name: 'dd', count: 1 });
  const more = withWriters(openingScenario, 3);
  expect(more.workload).toHaveLength(1);
  expect(writersOf(more)?.count).toBe(3);
  expect(more.workload[0]?.run).toMatchObject({ tasks: 3, file_kb: 2_796_200 });
  expect(withWriters(more, 1, 8_388_608).workload[0]?.run).toMatchObject({ file_kb: 8_388_608 });
});

test('a program without such a knob has copies, which come and go', () => {
  const iozone = {
    name: 'iozone',
    run: { program: 'iozone', filesystem: '/', steps: 1, total_kb: 4096, record_kb: 4 },
  };
  const scenario = { ...openingScenario, workload: [iozone] } as unknown as Scenario;
  const three = withWriters(scenario, 3);
  expect(three.workload).toHaveLength(3);
  expect(writersOf(three)?.count).toBe(3);
  expect(withWriters(three, 1).workload).toEqual([iozone]);
});

test('where nothing writes there is nothing to change', () => {
  const scenario = { ...openingScenario, workload: [] };
  expect(writersOf(scenario)).toBeNull();
  expect(withWriters(scenario, 2)).toBe(scenario);
});
