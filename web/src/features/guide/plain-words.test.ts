// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { CHANGED } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { OF_SCENARIO, wordsOf } from './PlainWords.tsx';

const ID = 'weiner-usb';
const changed = { ...openingScenario, title: openingScenario.title + CHANGED };

/** Mocks two lanes that have ended. */
function ended(a: number, b: number): void {
  const stateOf = (seconds: number) => {
    const value = (name: string) => (name === 'bytes_done' ? 2 ** 33 : 0);
    return { nowNs: seconds * 1e9, finished: true, endedNs: null, value } as unknown as LaneState;
  };
  const states = { a: stateOf(a), b: stateOf(b) };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => states[lane]);
}

/** The ends of the built-in runs, computed in advance; the build defines them. */
declare const __KNOWN_ENDS__: Record<string, { b: [number, number]; ends: number[] }>;

const [lesson = ''] = Object.values(
  import.meta.glob<string>('../../../../public/lessons/weiner-2011.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

afterEach(() => {
  vi.restoreAllMocks();
  useLab.setState({ goalNs: null });
});

test('a built-in run has its own explanation', () => {
  expect(wordsOf(openingScenario, ID)).toEqual({ run: OF_SCENARIO[ID], builtIn: [] });
});

test('a machine without the zone of the explanation says that it does not apply', () => {
  ended(610, 610);
  const { machine } = openingScenario;
  const zones = machine.zones.filter(({ name }) => name !== 'Normal');
  const { run, builtIn } = wordsOf({ ...changed, machine: { ...machine, zones } }, ID);
  expect(run.join(' ')).toContain('this machine has no zone Normal');
  expect(run.join(' ')).toContain('Result: A and B take the same time, 610.0');
  expect([...run, ...builtIn].join(' ')).not.toContain('This is where A loses time');
});

test('another change sets the explanation of the built-in scenario apart from the results', () => {
  ended(610, 500);
  const { run, builtIn } = wordsOf({ ...changed, vm: { dirty_ratio: 40 } }, ID);
  expect(run.join(' ')).toMatch(
    /^You have changed “Copying 8 GiB to a USB stick”\. Result: B takes/,
  );
  expect(builtIn).toBe(OF_SCENARIO[ID]);
});

test('a changed setting is noticed even if the title is unchanged, as in a run of a study', () => {
  ended(610, 500);
  const vm = { ...openingScenario.vm, dirty_ratio: 13 };
  expect(wordsOf({ ...openingScenario, vm }, null).run.join(' ')).toMatch(/^You have changed/);
  expect(wordsOf({ ...openingScenario, seed: 2 }, null).builtIn).toEqual([]);
});

test('a run that is being computed has no results yet, and kernels count as a change', () => {
  useLab.setState({ goalNs: 9e9 });
  const { run } = wordsOf({ ...openingScenario, against: { kernel: '3.3' } }, null);
  expect(run.join(' ')).toContain('Both lanes are being computed.');
});

test('the time that the copy loses is the computed one, here and in the lesson', () => {
  const { b, ends } = __KNOWN_ENDS__[ID] ?? { b: [0, 0], ends: [] };
  const [middle = 0] = ends.toSorted((one, other) => one - other).slice(1);
  const [first = 0] = ends;
  const patched = (b[0] + b[1]) / 2;
  for (const text of [OF_SCENARIO[ID]?.join(' ') ?? '', lesson]) {
    const [, median] =
      /(\d+) s (?:instead of 307 s )?in the median of three seeds/.exec(text) ?? [];
    const [, seed] = /(\d+) s (?:with seed 1|in the run below \(seed 1\))/.exec(text) ?? [];
    expect(Math.abs(Number(median) - (middle - patched))).toBeLessThan(1);
    expect(Math.abs(Number(seed) - (first - patched))).toBeLessThan(1);
  }
});
