// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

import { lab } from './lab.ts';
import type { LaneState } from './lane-state.ts';
import { goToMark } from './marks.ts';
import { useLab } from './store.ts';
import type { PlacedMark } from './timeline.ts';

const mark = {
  lane: 'a',
  name: 'first_reclaim_write',
  atNs: 55.3e9,
  kind: 'moment',
} as PlacedMark;

test('a seek to an event goes on until its counter shows it', () => {
  let nowNs = 0;
  const value = () => (nowNs >= 55.5e9 ? 601 : 0);
  const index = { has: () => true, position: () => 0 };
  vi.spyOn(lab.lanes, 'state').mockImplementation(
    () =>
      ({
        nowNs,
        finished: false,
        value,
        index,
        history: { firstWith: () => null },
      }) as unknown as LaneState,
  );
  const goTo = vi.spyOn(lab, 'goTo').mockImplementation((ns) => {
    nowNs = ns;
    useLab.setState({ goalNs: ns });
  });
  goToMark(mark);
  expect(nowNs).toBe(55.301e9);
  for (let turn = 0; turn < 9; turn += 1) {
    useLab.setState({ goalNs: null });
  }
  expect(nowNs).toBe(55.501e9);
  expect(goTo).toHaveBeenCalledTimes(5);
  vi.restoreAllMocks();
});
