import { expect, test } from 'vitest';

import { catalogue as real } from '../../engine/catalogue.ts';
import type { Catalogue, Mechanism, Scenario } from '../../engine/types.ts';
import {
  isHypothetical,
  laneDocument,
  laneSetting,
  laneTitle,
  mechanismsOn,
  switchedSetting,
  withLane,
} from './lanes.ts';

function mechanism(id: string, title: string, more: Partial<Mechanism> = {}): Mechanism {
  return {
    id,
    title,
    posting: '',
    kernel: '',
    requires: [],
    excludes: [],
    assumed: false,
    ...more,
  };
}

const catalogue: Catalogue = {
  presets: [
    { id: '3.0', title: 'Linux 3.0', mechanisms: ['evict_once'] },
    { id: '3.2', title: 'Linux 3.2', mechanisms: ['evict_once', 'write'] },
  ],
  mechanisms: [
    mechanism('evict_once', 'Evict once'),
    mechanism('write', 'Writers say so'),
    mechanism('limits', 'Per-zone dirty limits', { requires: ['write'], excludes: ['rival'] }),
    mechanism('rival', 'kswapd rival'),
  ],
};

const scenario = {
  version: 1,
  title: 'Test',
  machine: { cpus: 1, zones: [] },
  devices: [],
  workload: [],
  kernel: '3.0',
  against: { kernel: '3.2', mechanisms: { limits: true } },
} as unknown as Scenario;

test('each lane has its own setting', () => {
  expect(laneSetting(scenario, 'a').kernel).toBe('3.0');
  expect(laneSetting(scenario, 'b')).toEqual({
    kernel: '3.2',
    mechanisms: { limits: true },
    interventions: [],
  });
});

test('a scenario without a second kernel runs the same twice, and keeps that when A is changed', () => {
  const alone = { ...scenario };
  delete alone.against;
  expect(laneSetting(alone, 'b').kernel).toBe('3.0');
  const setting = { kernel: '3.2', mechanisms: {}, interventions: [] };
  const changed = withLane(alone, 'a', setting);
  expect(changed.kernel).toBe('3.2');
  expect(changed.against?.kernel).toBe('3.0');
});

test('the document of a lane has no other lane in it', () => {
  const document = JSON.parse(laneDocument(scenario, 'b')) as Scenario;
  expect(document.kernel).toBe('3.2');
  expect(document.mechanisms).toEqual({ limits: true });
  expect(document.against).toBeUndefined();
});

test('recorded switches count from their time on', () => {
  const setting = {
    ...laneSetting(scenario, 'b'),
    interventions: [{ at_ns: 100, mechanism: 'limits', on: false }],
  };
  expect([...mechanismsOn(catalogue, setting, 98)]).toEqual(['evict_once', 'write', 'limits']);
  expect([...mechanismsOn(catalogue, setting, 99)]).toEqual(['evict_once', 'write']);
});

test('a switch back to what the preset says leaves no trace', () => {
  const start = laneSetting(scenario, 'a');
  const on = switchedSetting(catalogue, start, 'write', true);
  expect(on.mechanisms).toEqual({ write: true });
  expect(switchedSetting(catalogue, on, 'write', false).mechanisms).toEqual({});
  expect(switchedSetting(catalogue, start, 'evict_once', false).mechanisms).toEqual({
    evict_once: false,
  });
});

test('the title names what was added and taken away', () => {
  const setting = (mechanisms: Record<string, boolean>) => ({
    kernel: '3.0',
    mechanisms,
    interventions: [],
  });
  expect(laneTitle(catalogue, setting({}), 0)).toBe('Linux 3.0');
  expect(laneTitle(catalogue, setting({ write: true, evict_once: false }), 0)).toBe(
    'Linux 3.0 + writers say so − evict once',
  );
  expect(laneTitle(catalogue, setting({ write: true, limits: true, rival: true }), 0)).toBe(
    'Linux 3.0 + 3 patches',
  );
});

test('a title names no patch twice: a kernel without its patch has the name of the plain one', () => {
  const setting = {
    kernel: '3.0-per-zone-dirty',
    mechanisms: { per_zone_dirty_rfc: false },
    interventions: [],
  };
  expect(laneTitle(real, setting, 0)).toBe('Linux 3.0 + mark write allocations (__GFP_WRITE)');
  const whole = {
    ...setting,
    kernel: '3.0',
    mechanisms: { gfp_write: true, per_zone_dirty_rfc: true },
  };
  expect(laneTitle(real, whole, 0)).toBe('Linux 3.0 + per-zone dirty limits');
});

test('another kernel of the same number does not lend its name', () => {
  const series = real.presets.find(({ id }) => id === '3.2')?.mechanisms ?? [];
  const mechanisms = Object.fromEntries(series.map((id) => [id, true]));
  const setting = { kernel: '3.2-writeback-series', mechanisms, interventions: [] };
  expect(laneTitle(real, setting, 0)).toBe(
    'Linux 3.1 rules + writeback series + IO-less balance_dirty_pages',
  );
});

test('a lane is hypothetical when no kernel of its version had its patches', () => {
  const known: Catalogue = {
    ...catalogue,
    presets: [
      { id: '3.0', title: 'Linux 3.0', mechanisms: ['evict_once'] },
      { id: '3.0-limits', title: 'Linux 3.0 + limits', mechanisms: ['evict_once', 'limits'] },
      { id: '3.3', title: 'Linux 3.3', mechanisms: ['evict_once', 'limits', 'series'] },
    ],
  };
  const lane = (mechanisms: Record<string, boolean>) =>
    isHypothetical(known, { kernel: '3.0', mechanisms, interventions: [] }, 0);
  expect(lane({})).toBe(false);
  expect(lane({ limits: true })).toBe(false);
  expect(lane({ evict_once: false })).toBe(true);
  // Only Linux 3.3 has both patches, together with its own rules; no kernel of version 3.0 has them.
  expect(lane({ limits: true, series: true })).toBe(true);
});
