import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { useLab, usePinNote, useUnfolded } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Decision } from '../../engine/types.ts';
import { PatchWords } from './PatchWords.tsx';
import { ageOf, ageText } from './page-life.ts';
import { absenceText, ordinal, pageText, PinnedPage } from './PinnedPage.tsx';

afterEach(cleanup);

const event = (at_ns: number, reason: string) => ({ at_ns, reason, fate: 'event' }) as Decision;
const decision = (at_ns: number, reason: string) => ({ at_ns, reason, fate: 'kept' }) as Decision;

test('the age is that of the page that is there now, not of those before it', () => {
  const life = [
    event(1e9, 'EntersCache'),
    decision(2e9, 'UnderWriteback'),
    decision(3e9, 'Freed'),
    event(3e9, 'GivenBack'),
    event(17.2e9, 'EntersCache'),
    event(17.3e9, 'OnList'),
    decision(20.402e9, 'Referenced'),
    event(20.41e9, 'MarkedReferenced'),
  ];
  const age = ageOf(life, 0);
  expect(age).toEqual({ sinceNs: 17.2e9, decidedNs: 20.402e9 });
  expect(age && ageText(age, 20.414e9)).toBe(
    'In memory for 3.214 s (since 17.2 s) · last moved 12 ms ago',
  );
});

test('a page about which nothing was decided has no decision of the page before it', () => {
  const life = [decision(2e9, 'UnderWriteback'), event(4e9, 'SwappedIn')];
  const age = ageOf(life, 0);
  expect(age).toEqual({ sinceNs: 4e9, decidedNs: null });
  expect(age && ageText(age, 4.5e9)).toBe('In memory for 500 ms (since 4.0 s) · not moved since');
});

test('what was there before time began says so', () => {
  const age = ageOf([decision(2e9, 'Activated')], 0);
  expect(age && ageText(age, 3e9)).toBe(
    'In memory since the start of the run · last moved 1.000 s ago',
  );
});

test('of a life whose end is missing nothing is told', () => {
  expect(ageOf([event(1e9, 'EntersCache')], 3)).toBeNull();
});

test('pages have names that hold in both lanes', () => {
  expect(pageText({ kind: 'file', by: 'dd', nth: 0, index: 1200 })).toBe(
    'page 1,200 of the 1st file of dd',
  );
  expect(pageText({ kind: 'file', by: null, nth: 3, index: 7 })).toBe('page 7 of mapping 3');
  expect(pageText({ kind: 'block_device', filesystem: 0, index: 4096 })).toBe(
    'page 4,096 of the block device',
  );
  expect(pageText({ kind: 'anon', space: 2, vpn: 9 })).toBe('page 9 of address space 2');
});

test('numbers of files end as they are spoken', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 101, 111, 122].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '101st',
    '111th',
    '122nd',
  ]);
});

test('a page that is in no frame is said to be elsewhere', () => {
  expect(absenceText({ where: 'swap', slot: 4 })).toBe('is only in the swap area, slot 4');
  expect(absenceText({ where: 'nowhere' })).toBe('is not in memory');
  expect(absenceText({ where: 'no_file' })).toMatch(/deleted/);
});

test('the card says that its text goes on below, until its end is reached', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  render(<PinnedPage pin={{ lane: 'a', zone: 'Normal', frame: 3 }} />);
  const card = screen.getByTestId('pinned');
  fireEvent.scroll(card);
  expect(screen.getByText(/more below/)).toBeTruthy();
  card.scrollTop = 200;
  fireEvent.scroll(card);
  expect(screen.queryByText(/more below/)).toBeNull();
  vi.restoreAllMocks();
});

test('a patch that is off leads to its switch, and the switches stay those of B', async () => {
  useLab.setState({ catalogue, scenario: openingScenario, editing: 'b' });
  useUnfolded.setState({ mechanisms: false });
  const mechanism = 'kswapd_fs_write_high_prio_only';
  const written = { mechanism, at_ns: 55e9, text: 'kswapd0 wrote it (priority 11).' } as Decision;
  const { unmount } = render(<PatchWords lane="a" decision={written} />);
  expect(screen.getByText(/is off here; it would change this decision/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show its switch' }));
  expect(useLab.getState().editing).toBe('b');
  expect(useUnfolded.getState().mechanisms).toBe(true);
  unmount();
  render(<PatchWords lane="a" decision={{ ...written, mechanism: null }} />);
  expect(screen.queryByRole('button', { name: 'Show its switch' })).toBeNull();
});

test('the card begins with the reason for which the page has pinned the frame', () => {
  usePinNote.setState({ note: 'At 55.3 s, in A only: kswapd0 wrote this dirty page.' });
  const { unmount } = render(<PinnedPage pin={{ lane: 'a', zone: 'Normal', frame: 3 }} />);
  expect(screen.getByText(/^At 55.3 s, in A only/)).toBeTruthy();
  unmount();
  usePinNote.setState({ note: null });
});
