// @vitest-environment happy-dom
import { expect, test, afterEach, beforeEach, vi } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { mostTelling, Decisions } from './Decisions.tsx';

const decision = (pfn: number, reason: string) => ({ pfn, reason }) as Decision;

test('a write from reclaim tells more than a page freed', () => {
  const list = [decision(1, 'Freed'), decision(2, 'Rotated'), decision(3, 'Written')];
  expect(mostTelling(list)?.pfn).toBe(3);
});

test('of equals the newest, which comes first', () => {
  expect(mostTelling([decision(1, 'Freed'), decision(2, 'Locked')])?.pfn).toBe(1);
  expect(mostTelling([])).toBeNull();
});

const written = {
  at_ns: 120e9,
  pfn: 0x1160f3,
  zone: 'Normal',
  frame: 7,
  reason: 'Written',
  text: 'kswapd0 wrote this dirty page alone',
  function: 'pageout',
  mechanism: null,
} as unknown as Decision;

function scans(pages: number): void {
  const value = (name: string) => (name === 'pgscan_kswapd' ? pages : 0);
  const state = { value, nowNs: 110e9, description: { zones: [] } } as unknown as LaneState;
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state);
}

beforeEach(() => {
  useLab.setState({ scenario: openingScenario, pin: null, decisions: { a: [written], b: [] } });
});
afterEach(cleanup);

test('the frame of a decision is a link that pins it', async () => {
  scans(0);
  render(<Decisions />);
  await userEvent.click(screen.getByRole('button', { name: 'pfn 0x1160F3' }));
  expect(useLab.getState().pin).toEqual({ lane: 'a', zone: 'Normal', frame: 7 });
});

test('decisions that are still to be told are not denied', () => {
  scans(0);
  const { unmount } = render(<Decisions />);
  expect(screen.getByText('Reclaim has not scanned a page yet.')).toBeTruthy();
  unmount();
  scans(64);
  render(<Decisions />);
  expect(screen.getByText('Computing…')).toBeTruthy();
});
