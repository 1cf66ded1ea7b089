// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { catalogue } from '../../engine/catalogue.ts';
import { openingScenario } from '../gallery/gallery.ts';
import { lab } from './lab.ts';
import { laneTitle, laneSetting, type LaneId } from './lanes.ts';
import type { LaneState } from './lane-state.ts';
import { useLab } from './store.ts';
import { END_NS } from './timeline.ts';

const LIMITS = 'per_zone_dirty_rfc';

/** Mocks the lanes' time and whether they have ended. */
function stand(states: Record<LaneId, { nowNs: number; finished: boolean }>): void {
  vi.spyOn(lab.lanes, 'state').mockImplementation(
    (lane) => ({ ...states[lane], forgetFuture: () => undefined }) as unknown as LaneState,
  );
}

const inB = () => laneSetting(useLab.getState().scenario ?? openingScenario, 'b');

beforeEach(() => {
  vi.restoreAllMocks();
  useLab.setState({ catalogue, goalNs: null, playing: false });
  lab.changes.put({ past: [], future: [] });
  lab.open(openingScenario, 'weiner-usb', false);
});

test('a switch that is moved after the end is one from the start, and both lanes run again', async () => {
  stand({ a: { nowNs: 635.6e9, finished: true }, b: { nowNs: 561.8e9, finished: true } });
  lab.switchMechanisms('b', [{ mechanism: LIMITS, on: false }]);
  await vi.waitFor(() => expect(inB()).toMatchObject({ mechanisms: { [LIMITS]: false } }));
  expect(inB().interventions).toEqual([]);
  expect(useLab.getState()).toMatchObject({ goalNs: END_NS, playing: true });
  expect(useLab.getState().notice?.title).toBe(
    'B had ended, so both lanes run again from the start, with “Per-zone dirty limits (as first posted)” off in B',
  );
  lab.changes.undo();
  expect(useLab.getState().scenario).toBe(openingScenario);
});

test('where the other lane is still at work the moment stays', async () => {
  const interventions = [{ at_ns: 3e9, mechanism: LIMITS, on: false }];
  const against = { ...laneSetting(openingScenario, 'b'), interventions };
  lab.open({ ...openingScenario, against }, null, false);
  stand({ a: { nowNs: 580e9, finished: false }, b: { nowNs: 561.8e9, finished: true } });
  lab.switchMechanisms('b', [{ mechanism: 'evict_once', on: false }]);
  await vi.waitFor(() => expect(useLab.getState().goalNs).toBe(580e9));
  // A switch recorded during the run is now on from the start, so the title names it at time 0 too.
  expect(inB().interventions).toEqual([]);
  expect(inB().mechanisms).toEqual({ [LIMITS]: false, evict_once: false });
  expect(laneTitle(catalogue, inB(), 0)).toBe(laneTitle(catalogue, inB(), 580e9));
});

test('a change of a run that had ended is computed to the end, too, and not only to the earlier end', () => {
  stand({ a: { nowNs: 635.6e9, finished: true }, b: { nowNs: 561.8e9, finished: true } });
  lab.revise({ ...openingScenario, seed: 9 }, 'seed');
  expect(useLab.getState()).toMatchObject({ goalNs: END_NS, goesOn: false, again: false });
  stand({ a: { nowNs: 300e9, finished: false }, b: { nowNs: 300e9, finished: false } });
  useLab.setState({ goalNs: null });
  lab.revise({ ...openingScenario, seed: 8 }, 'seed');
  expect(useLab.getState()).toMatchObject({ goalNs: 300e9, again: true });
});

test('an undo at the end is computed to the end, too, which may be later than that of the changed run', () => {
  lab.revise({ ...openingScenario, seed: 9 }, 'seed');
  stand({ a: { nowNs: 593.3e9, finished: true }, b: { nowNs: 561.8e9, finished: true } });
  useLab.setState({ goalNs: null, playing: false });
  lab.changes.undo();
  expect(useLab.getState()).toMatchObject({ goalNs: END_NS, goesOn: false, again: false });
});
