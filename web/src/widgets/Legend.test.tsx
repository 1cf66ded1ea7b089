import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { lab } from '../core/lab/lab.ts';
import type { LaneState } from '../core/lab/lane-state.ts';
import { isLit, light, useLab, useLit } from '../core/lab/store.ts';
import { PAGE_STATES, type PageState } from '../engine/types.ts';
import { Legend, PageLegend } from './Legend.tsx';

const ENTRIES = [
  { swatch: 'dirty', label: 'dirty', lit: { page: 'dirty' } },
  { swatch: 'writeback', label: 'writeback', lit: { page: 'writeback' } },
] as const;

const lit = () => useLit.getState().lit?.page ?? null;

afterEach(() => {
  cleanup();
  light(null);
});

test('a state stands out while the pointer is on its name', async () => {
  const user = userEvent.setup();
  render(<Legend label="Colours" entries={ENTRIES} />);
  const writeback = screen.getByRole('option', { name: 'writeback' });
  await user.hover(writeback);
  expect(lit()).toBe('writeback');
  expect(writeback.getAttribute('aria-selected')).toBe('true');
  await user.unhover(screen.getByRole('listbox', { name: 'Colours' }));
  expect(lit()).toBeNull();
});

test('the legend is one stop of the tab key, and arrows go from state to state', async () => {
  const user = userEvent.setup();
  render(<Legend label="Colours" entries={ENTRIES} />);
  await user.tab();
  expect(lit()).toBe('dirty');
  await user.keyboard('{ArrowRight}');
  expect(lit()).toBe('writeback');
  await user.keyboard('{ArrowRight}');
  expect(lit()).toBe('dirty');
  await user.keyboard('{Escape}');
  expect(lit()).toBeNull();
  await user.keyboard('{ArrowLeft}{Tab}');
  expect(lit()).toBeNull();
});

test('on the way to a moment the legend of the maps keeps what it has', () => {
  const bit = (state: PageState) => 1 << PAGE_STATES.indexOf(state);
  let shown: number | null = bit('free') | bit('dirty');
  vi.spyOn(lab.lanes, 'state').mockImplementation(() => {
    return shown === null ? null : ({ shown } as LaneState);
  });
  const { rerender } = render(<PageLegend />);
  const labels = (goalNs: number | null, drawn: number | null) => {
    shown = drawn;
    act(() => useLab.setState({ goalNs }));
    rerender(<PageLegend />);
    return screen.queryAllByRole('option').map(({ textContent }) => textContent);
  };
  expect(labels(null, shown)).toEqual(['free', 'dirty']);
  expect(labels(5e9, null)).toEqual(['free', 'dirty']);
  expect(labels(5e9, bit('kernel'))).toEqual(['free', 'dirty', 'kernel']);
  expect(labels(null, 0)).toEqual(['free', 'dirty']);
  expect(labels(null, bit('free') | bit('kernel'))).toEqual(['free', 'kernel']);
});

test('an entry whose colour leaves the screen keeps its place, until another scenario is opened', async () => {
  const bit = (state: PageState) => 1 << PAGE_STATES.indexOf(state);
  let shown = bit('free') | bit('anon') | bit('kernel');
  vi.spyOn(lab.lanes, 'state').mockImplementation(() => ({ shown }) as LaneState);
  act(() => useLab.setState(({ openings }) => ({ goalNs: null, openings: openings + 1 })));
  const { rerender } = render(<PageLegend />);
  const places = () =>
    [...screen.getByRole('listbox').children].map(({ textContent }) => textContent);
  shown = bit('free') | bit('kernel');
  rerender(<PageLegend />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'free',
    'kernel',
  ]);
  expect(places()).toEqual(['free', 'anon', 'kernel']);
  // The keyboard passes over it.
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(lit()).toBe('kernel');
  act(() => useLab.setState(({ openings }) => ({ openings: openings + 1 })));
  expect(places()).toEqual(['free', 'kernel']);
});

test('an entry says what its state means', () => {
  vi.spyOn(lab.lanes, 'state').mockImplementation(
    () => ({ shown: 1 << PAGE_STATES.indexOf('free') }) as LaneState,
  );
  render(<PageLegend />);
  const free = screen.getByRole('option', { name: 'free' });
  expect(free.getAttribute('aria-description')).toBe('Holds nothing.');
  expect(free.title).toBe('Holds nothing.');
});

test('without a colour on the screen there is no legend', () => {
  render(<Legend label="Colours" entries={[]} />);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('of what a device does, writes are about pages under writeback', () => {
  const write = { colour: 'io-reclaim', pages: 'writeback' } as const;
  const read = { colour: 'io-read' };
  const pages = (page: 'writeback' | 'dirty') => ({ page, activity: null });
  expect([isLit(pages('writeback'), write), isLit(pages('writeback'), read)]).toEqual([
    true,
    false,
  ]);
  expect(isLit(pages('dirty'), write)).toBe(false);
  expect(isLit({ page: null, activity: 'io-read' }, read)).toBe(true);
  expect(isLit(null, read)).toBe(true);
});
