import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lab } from './lab.ts';
import { handOver, useHeldRun } from './moment.ts';
import { useLab } from './store.ts';

function Dialog() {
  useHeldRun();
  return null;
}

const playing = () => useLab.getState().playing;

beforeEach(() => {
  vi.spyOn(lab, 'play').mockImplementation((plays) => useLab.setState({ playing: plays }));
  vi.spyOn(lab.lanes, 'state').mockReturnValue({ finished: false } as never);
  useLab.setState({ playing: true, goalNs: null });
});

afterEach(cleanup);

test('a run that played is paused while the dialog is open, and plays on afterwards', () => {
  const { unmount } = render(<Dialog />);
  expect(playing()).toBe(false);
  unmount();
  expect(playing()).toBe(true);
});

test('a run that was paused stays paused', () => {
  useLab.setState({ playing: false });
  render(<Dialog />).unmount();
  expect(playing()).toBe(false);
});

test('a dialog that follows takes over the paused run, and lets it play on when it closes', () => {
  const first = render(<Dialog />);
  handOver();
  first.unmount();
  expect(playing()).toBe(false);
  render(<Dialog />).unmount();
  expect(playing()).toBe(true);
});
