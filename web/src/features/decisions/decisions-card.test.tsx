import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { Decisions } from './Decisions.tsx';

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
  expect(screen.getByText('Reclaim has not looked at a page yet.')).toBeTruthy();
  unmount();
  scans(64);
  render(<Decisions />);
  expect(screen.getByText('Computing…')).toBeTruthy();
});
