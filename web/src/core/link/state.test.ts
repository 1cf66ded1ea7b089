// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { lab } from '../lab/lab.ts';
import type { LaneState } from '../lab/lane-state.ts';
import { useLab } from '../lab/store.ts';
import { EMPTY, fromLinkView, momentaryState, presentState, toLinkView } from './state.ts';

type VerdictState = Pick<LaneState, 'nowNs' | 'digest' | 'settled' | 'finished'>;

/** Mocks both machines with these states. */
function machines(a: Partial<VerdictState>, b: Partial<VerdictState> = a): void {
  const whole = (part: Partial<VerdictState>) =>
    ({ nowNs: 5e9, digest: 'd', settled: true, finished: false, ...part }) as LaneState;
  const states = { a: whole(a), b: whole(b) };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => states[lane]);
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(Math.min(states.a.nowNs, states.b.nowNs));
  const loaded = [{ state: states.a }, { state: states.b }];
  vi.spyOn(lab.lanes, 'loaded').mockReturnValue(loaded as ReturnType<typeof lab.lanes.loaded>);
}

beforeEach(() => {
  useLab.setState({ playing: false, goalNs: null, pin: null, mapView: null });
});

test('the words of the codec say the same', () => {
  const state = {
    atNs: 5e9,
    pin: { lane: 'b', zone: 'Normal', frame: 7 },
    view: { zone: 'Normal', from: 0, frames: 64 },
    digests: { a: '1', b: '2' },
  } as const;
  expect(fromLinkView(toLinkView(state))).toEqual(state);
  expect(fromLinkView(toLinkView(EMPTY))).toEqual(EMPTY);
});

test('a run that stands has its moment and digests', () => {
  machines({});
  expect(presentState()).toEqual({ ...EMPTY, atNs: 5e9, digests: { a: 'd', b: 'd' } });
});

test('a run that plays has none, and yet is somewhere', () => {
  machines({ digest: null });
  useLab.setState({ playing: true });
  expect(presentState()).toEqual(EMPTY);
  expect(momentaryState()).toEqual({ ...EMPTY, atNs: 5e9 });
});

test('digests are left out where a run to the moment would not have them', () => {
  machines({ settled: false }, {});
  expect(presentState()).toEqual({ ...EMPTY, atNs: 5e9 });
  machines({ nowNs: 6e9 }, {});
  expect(presentState()).toEqual({ ...EMPTY, atNs: 5e9 });
  // A lane that has ended stays at its end.
  machines({ nowNs: 4e9, finished: true }, {});
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(5e9);
  expect(presentState().digests).toEqual({ a: 'd', b: 'd' });
});

test('who goes to a moment is there for the link already', () => {
  machines({ nowNs: 1e9, digest: null });
  useLab.setState({ playing: true, goalNs: 9e9 });
  expect(presentState().atNs).toBe(9e9);
});
