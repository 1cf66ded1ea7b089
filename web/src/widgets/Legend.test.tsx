import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';

import { isLit, light, useLit } from '../core/lab/store.ts';
import { Legend } from './Legend.tsx';

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
