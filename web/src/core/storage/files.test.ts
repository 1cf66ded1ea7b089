import { expect, test } from 'vitest';

import type { LinkView, Scenario } from '../../engine/types.ts';
import { fileText, viewInFile, isExperiment, isView, fileNameOf, runFileName } from './files.ts';

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

test('files are named after the scenario', () => {
  expect(fileNameOf("fs_mark on a laptop's USB stick")).toBe(
    'fs-mark-on-a-laptop-s-usb-stick.json',
  );
  expect(fileNameOf('…')).toBe('scenario.json');
});

test('what is taken of a run says which run, which kernels, when and what', () => {
  const kernels = { a: 'Linux 2.6.36', b: 'Linux 3.0 − evict once' };
  expect(runFileName('dd, 8 GiB', kernels, 12.3e9, 'counters.csv')).toBe(
    'dd-8-gib-linux-2.6.36-vs-linux-3.0-evict-once-at-12.3-s-counters.csv',
  );
  expect(runFileName('dd', { a: 'x', b: 'y' }, 1234.5e9, 'map.png')).toBe(
    'dd-x-vs-y-at-1234.5-s-map.png',
  );
});
