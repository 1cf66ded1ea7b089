import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { axisTitle, isGain, measureOf } from './measures.ts';

const root = join(import.meta.dirname, '../../../../..');

/** The strings of an array of names in a source of the engine. */
function namesIn(file: string, array: string): string[] {
  const text = readFileSync(join(root, 'engine-wasm', file), 'utf8');
  const list = new RegExp(`const ${array}: [^=]*= \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '';
  return [...list.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? '');
}

/** Measures of each study that comes with the app. */
const studies = readdirSync(join(root, 'public/studies'))
  .filter((file) => file.endsWith('.json') && file !== 'index.json')
  .map((file) => {
    const text = readFileSync(join(root, 'public/studies', file), 'utf8');
    return [file, (JSON.parse(text) as { measures: string[] }).measures] as const;
  });

test.each(studies)('in %s each measure has a title of its own', (_, names) => {
  const titles = names.map((name) => axisTitle(measureOf(name)) + measureOf(name).lane);
  expect(new Set(titles).size).toBe(names.length);
  expect(names.map(measureOf).filter(({ inner, title }) => title === inner)).toEqual([]);
});

test('each measure of a device and of a task has a title and a unit', () => {
  const devices = namesIn('results/src/measure/device.rs', 'NAMES');
  const states = namesIn('engine/src/report.rs', 'ACTIVITY_NAMES');
  expect(devices).toContain('copying_seconds');
  expect(states).toContain('throttled');
  const names = [
    ...devices.map((name) => `device:sdb:${name}`),
    ...states.map((state) => `task:dd:${state}_seconds`),
  ];
  for (const { inner, title, unit } of names.map(measureOf)) {
    expect(title, inner).not.toBe(inner);
    expect(unit, inner).not.toBe('');
  }
  expect(new Set(names.map((name) => measureOf(name).title)).size).toBe(names.length);
});

test('a measure that nobody has named stands for itself, without a unit of another', () => {
  for (const name of ['device:sdb:warmth', 'task:dd:luck', 'derived:sum', 'new_measure']) {
    expect(measureOf(name)).toMatchObject({ title: name, unit: '' });
  }
});

test('more work done is a gain, more time is none', () => {
  const gains = ['throughput_mb_per_s', 'laps:1:items_per_second', 'kswapd_efficiency_percent'];
  expect(gains.map(measureOf).every(isGain)).toBe(true);
  expect(['elapsed_seconds', 'counter:allocstall'].map(measureOf).some(isGain)).toBe(false);
});
