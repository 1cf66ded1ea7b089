import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { useLab, useUnfolded } from '../../core/lab/store.ts';
import { offer } from '../../core/parts.tsx';
import { ticks } from '../../core/time.ts';
import { deviceDifference, deviceShare } from './device-words.ts';
import { OutcomeCard } from './OutcomeCard.tsx';
import { outcomeOf, type LaneOutcome } from './outcome.ts';
import { leaveWhy } from './why.ts';

interface Figures {
  seconds: number;
  finished: boolean;
  writes: number;
}

function lanes(a: Figures, b: Figures): void {
  const states = { a, b };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane: LaneId) => {
    const { seconds, finished, writes } = states[lane];
    const value = (name: string) =>
      ({ bytes_done: 2 ** 33, nr_vmscan_write: writes, allocstall: 0 })[name] ?? 0;
    const index = { has: () => false };
    return { nowNs: seconds * 1e9, finished, value, index } as unknown as LaneState;
  });
}

const RUNNING = { seconds: 100, finished: false, writes: 0 };
const OVER_A = { seconds: 635.6, finished: true, writes: 34_952 };
const OVER_B = { seconds: 561.8, finished: true, writes: 0 };
const card = () => screen.queryByRole('group', { name: 'Outcome' });

beforeEach(() => {
  useLab.setState({ scenario: openingScenario, goalNs: null, divergence: { status: 'unknown' } });
  useLab.setState({ marks: { a: [], b: [] } });
  leaveWhy();
});
afterEach(cleanup);

function show(): void {
  render(<OutcomeCard share={<button type="button">Copy link</button>} />);
}

function tick(ms: number): void {
  act(() => {
    ticks.touch();
    for (let later = 0; later < 4; later += 1) {
      ticks.run(ms + later);
    }
  });
}

/** The text of an element, with normal spaces instead of no-break spaces. */
function wordsOf(element: Element | null): string | undefined {
  return element?.textContent.replaceAll('\u00a0', ' ');
}

test('there is no card while the lanes do the same; it comes when they are done', () => {
  lanes(RUNNING, RUNNING);
  show();
  expect(card()).toBeNull();
  lanes(OVER_A, OVER_B);
  tick(1e6);
  expect(wordsOf(card())).toContain('Result. B takes 561.8 s, A 635.6 s: 12 % less in B.');
  expect(wordsOf(screen.getByRole('status'))).toContain('Reclaim wrote 34,952 pages in A');
});

test('until there is an outcome it says what the run is, but not of a run that was changed', () => {
  lanes(RUNNING, RUNNING);
  show();
  expect(screen.getByText(/^dd copies 8 GiB to a slow NTFS stick/)).toBeTruthy();
  act(() => {
    const scenario = { ...openingScenario, title: `${openingScenario.title} (changed)` };
    useLab.setState({ scenario });
  });
  expect(screen.queryByText(/dd copies 8 GiB/)).toBeNull();
  expect(screen.getByText('Neither lane is clearly ahead yet.')).toBeTruthy();
});

test('a result names its seed, and leads to more of them', async () => {
  lanes(OVER_A, OVER_B);
  useLab.setState({ scenario: { ...openingScenario, title: 'My copy' } });
  const asked = vi.fn();
  offer('report', asked);
  show();
  expect(screen.getByText(/^Seed 1 only/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Run more seeds' }));
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a result of a built-in scenario names the times of other seeds', () => {
  lanes(OVER_A, OVER_B);
  show();
  expect(wordsOf(card())).toMatch(
    /This is seed 1\. With seeds 1 to 3: \d+ to \d+ s in A, \d+ s in B\./,
  );
});

test('beside a pinned page, “Show me why” is there before any lane is ahead', () => {
  lanes(RUNNING, RUNNING);
  useLab.setState({
    divergence: { status: 'found', atNs: 1.44e9, same: 9, a: null, b: null },
    pin: null,
  });
  show();
  expect(screen.queryByRole('button', { name: 'Show me why' })).toBeNull();
  act(() => useLab.setState({ pin: { lane: 'a', zone: 'Normal', frame: 1 } }));
  expect(screen.getByRole('button', { name: 'Show me why' })).toBeTruthy();
  lanes({ ...RUNNING, seconds: 1 }, { ...RUNNING, seconds: 1 });
  tick(1.2e6);
  expect(screen.queryByRole('button', { name: 'Show me why' })).toBeNull();
  act(() => useLab.setState({ pin: null }));
});

test('a result still says that the zone in which the lanes differed is missing', () => {
  const { machine } = openingScenario;
  const zones = machine.zones.filter(({ name }) => name !== 'Normal');
  useLab.setState({
    opened: openingScenario,
    scenario: { ...openingScenario, machine: { ...machine, zones } },
  });
  lanes(OVER_B, OVER_B);
  show();
  expect(wordsOf(card())).toContain('A and B differed in zone Normal');
  act(() => useLab.setState({ opened: null }));
  expect(wordsOf(card())).not.toContain('zone Normal');
});

test('while the run plays, lanes that are never seen at the same time are compared where both were', () => {
  const at = (seconds: number, writes: number) => ({
    nowNs: seconds * 1e9,
    finished: false,
    value: (name: string) => (name === 'bytes_done' ? seconds * 2 ** 24 : writes),
    // No samples yet: figures rise evenly from 0.
    history: { rowAt: () => -1, length: 0 },
    index: { has: () => false, position: () => 0 },
  });
  const both = (a: unknown, b: unknown) =>
    vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => (lane === 'a' ? a : b) as LaneState);
  useLab.setState({ playing: true });
  both(at(100, 1000), at(100, 0));
  const time = vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(100e9);
  show();
  expect(wordsOf(card())).toContain('over 990 pages');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9);
  both(at(200, 6000), at(100, 0));
  tick(1.4e6);
  expect(wordsOf(card())).toContain('over 2,900 pages');
  clock.mockReturnValue(2e9);
  time.mockReturnValue(200e9);
  both(at(200, 6000), at(210, 0));
  tick(1.6e6);
  expect(wordsOf(card())).toContain('over 5,900 pages');
  useLab.setState({ playing: false });
});

test('“Show me why” goes to the first difference and unfolds what explains it', async () => {
  lanes(OVER_A, OVER_B);
  useLab.setState({ divergence: { status: 'found', atNs: 1.44e9, same: 9, a: null, b: null } });
  useUnfolded.setState({ details: false });
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Show me why' }));
  // The moment shown contains the difference.
  expect(went).toHaveBeenCalledWith(1.441e9);
  expect(useUnfolded.getState().details).toBe(true);
});

test('the moment that it goes to says why it is shown, and leads back', async () => {
  lanes(OVER_A, OVER_B);
  useLab.setState({
    divergence: { status: 'found', atNs: 1.44e9, same: 166_543, a: null, b: null },
  });
  vi.spyOn(lab, 'moment').mockReturnValue({ nowNs: 635.6e9, goesOn: false });
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Show me why' }));
  // At this time the lanes are identical.
  lanes({ ...RUNNING, seconds: 1.44 }, { ...RUNNING, seconds: 1.44 });
  tick(2e6);
  const here = screen.getByRole('group', { name: 'Why this moment' });
  expect(wordsOf(here)).toContain(
    'A and B first differ at 1.440 s, after 166,543 identical decisions and events.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to 635.6 s' }));
  expect(went).toHaveBeenLastCalledWith(635.6e9, false);
  expect(screen.queryByRole('group', { name: 'Why this moment' })).toBeNull();
});

test('“Show me why” prefers an event of one lane to a decision without an effect', async () => {
  lanes(OVER_A, OVER_B);
  const write = {
    name: 'first_reclaim_write' as const,
    at_ns: 84.6e9,
    text: 'first write from reclaim',
  };
  useLab.setState({
    divergence: { status: 'found', atNs: 1.44e9, same: 9, a: null, b: null },
    marks: { a: [write], b: [] },
  });
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Show me why' }));
  // The write is counted a little later than it happens.
  expect(went).toHaveBeenCalledWith(84.601e9);
  lanes(RUNNING, RUNNING);
  tick(2.5e6);
  const here = screen.getByRole('group', { name: 'Why this moment' });
  expect(wordsOf(here)).toContain('At 84.6 s, in A only: first write from reclaim.');
  await userEvent.click(screen.getByRole('button', { name: 'First difference: 1.440 s' }));
  expect(went).toHaveBeenLastCalledWith(1.441e9);
});

test('without a known difference there is no way to it', () => {
  lanes(OVER_A, OVER_B);
  show();
  expect(screen.queryByRole('button', { name: 'Show me why' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
});

test('“Try another patch” unfolds the patches', async () => {
  lanes(OVER_A, OVER_B);
  useUnfolded.setState({ mechanisms: false });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Try another patch' }));
  expect(useUnfolded.getState().mechanisms).toBe(true);
});

test('a card that is dismissed with the keyboard stays away for this run', async () => {
  lanes(OVER_A, OVER_B);
  show();
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(card()).toBeNull();
  expect(wordsOf(screen.getByRole('status'))).toBe('');
  act(() => useLab.setState({ scenario: { ...openingScenario, seed: 2 } }));
  tick(3e6);
  expect(card()).not.toBeNull();
});

test('what was told of one run is not told of the next, on the screen or aloud', () => {
  lanes(OVER_A, OVER_B);
  show();
  expect(wordsOf(card())).toContain('12 % less in B');
  act(() => useLab.setState({ scenario: { ...openingScenario, seed: 2 } }));
  expect(card()).toBeNull();
  expect(wordsOf(screen.getByRole('status'))).toBe('');
  // B ended long before A, so the lanes are at different times.
  lanes({ ...RUNNING, seconds: 582.5, writes: 32_855 }, OVER_B);
  tick(4e6);
  expect(wordsOf(card())).toMatch(/^At 582\.5 s\. B is done: 8,192 MiB in 561\.8 s\./);
  expect(wordsOf(screen.getByRole('status'))).toContain('B is done');
  lanes({ ...OVER_A, seconds: 700 }, OVER_B);
  tick(5e6);
  expect(wordsOf(card())).toContain('Result. B takes 561.8 s, A 700.0 s');
  expect(wordsOf(screen.getByRole('status'))).toContain('A 700.0 s');
});

test('a result is not shown on the way to another moment, nor at it', () => {
  lanes(OVER_A, OVER_B);
  show();
  expect(card()).not.toBeNull();
  act(() => useLab.setState({ goalNs: 110e9 }));
  expect(card()).toBeNull();
  lanes(RUNNING, RUNNING);
  act(() => useLab.setState({ goalNs: null }));
  expect(card()).toBeNull();
});

test('lanes that are stepped apart have no result', () => {
  lanes(OVER_A, OVER_B);
  useLab.setState({ playing: false });
  show();
  lanes({ ...OVER_A, finished: false }, { ...OVER_B, finished: false });
  tick(6e6);
  expect(card()).toBeNull();
});

test('the sentence changes rarely while the run plays, and at once when it pauses', () => {
  const written = (writes: number) => lanes({ ...RUNNING, writes }, RUNNING);
  useLab.setState({ playing: true });
  written(1000);
  show();
  written(2000);
  tick(1e8);
  expect(wordsOf(card())).toContain('Reclaim wrote over 990 pages');
  useLab.setState({ playing: false });
  tick(2e8);
  expect(wordsOf(card())).toContain('Reclaim wrote 2,000 pages');
});

// Tests of the sentence.

const lane = (more: Partial<LaneOutcome> = {}): LaneOutcome => ({
  nowNs: 200e9,
  finished: false,
  bytes: 1000 * 2 ** 20,
  reclaimWrites: 0,
  stalls: 0,
  ...more,
});

test('there is nothing to say while both do the same, or differ by little', () => {
  expect(outcomeOf(lane(), lane())).toBeNull();
  expect(outcomeOf(lane({ reclaimWrites: 9 }), lane({ bytes: 1020 * 2 ** 20 }))).toBeNull();
});

test('lanes are compared at one moment only', () => {
  const ahead = lane({ bytes: 1500 * 2 ** 20, nowNs: 201e9 });
  expect(outcomeOf(lane({ reclaimWrites: 9 }), ahead)).toBeNull();
});

test('what reclaim did is told before any lane is ahead, once nobody would call it alike', () => {
  const outcome = (a: number, b: number) =>
    outcomeOf(lane({ reclaimWrites: a }), lane({ reclaimWrites: b }))?.sentence;
  expect(outcome(200, 0)).toBeUndefined();
  expect(outcome(3000, 2000)).toBeUndefined();
  expect(outcome(1200, 0)).toBe('Reclaim wrote 1,200 pages in A and 0 in B. Neither is ahead yet.');
  expect(outcomeOf(lane({ stalls: 40 }), lane({ stalls: 4 }))?.sentence).toContain(
    'Programs reclaimed memory themselves 40 times in A and 4 in B.',
  );
});

test('while the lanes go on, counts are told by what they have passed', () => {
  const a = lane({ reclaimWrites: 8581 });
  const sentence = (more: Partial<LaneOutcome>) => outcomeOf(a, lane(more), true)?.sentence;
  expect(sentence({ bytes: 1098 * 2 ** 20 })).toBe(
    'B is over 98 MiB ahead. Reclaim wrote over 8,500 pages in A and 0 in B.',
  );
  expect(sentence({ reclaimWrites: 10 })).toContain('over 8,500 pages in A and 10 in B');
  expect(sentence({ reclaimWrites: 7 })).toMatch(/and 7 in B\.$/);
});

test('a lead is told with what reclaim did', () => {
  const outcome = outcomeOf(lane({ reclaimWrites: 3352 }), lane({ bytes: 1098 * 2 ** 20 }));
  expect(outcome).toEqual({
    over: false,
    sentence: 'B is 98 MiB ahead. Reclaim wrote 3,352 pages in A and 0 in B.',
  });
});

test('when A has done more, the sentence says that A is ahead', () => {
  const outcome = outcomeOf(lane({ bytes: 1098 * 2 ** 20 }), lane({ stalls: 12 }));
  expect(outcome?.sentence).toBe(
    'A is 98 MiB ahead. Programs reclaimed memory themselves 0 times in A and 12 in B.',
  );
});

test('at the end the times are compared, and equal ones are called equal', () => {
  const a = lane({ finished: true, nowNs: 635.63e9, reclaimWrites: 34_952 });
  const b = lane({ finished: true, nowNs: 561.76e9 });
  expect(outcomeOf(a, b)?.sentence).toBe(
    'B takes 561.8 s, A 635.6 s: 12 % less in B. Reclaim wrote 34,952 pages in A and 0 in B.',
  );
  // Where the writes and the direct reclaims say the opposite, both are named.
  expect(outcomeOf(a, { ...b, stalls: 2074 })?.sentence).toMatch(
    /Reclaim wrote 34,952 .* Programs reclaimed memory themselves 0 times in A and 2,074 in B\.$/,
  );
  const same = outcomeOf(lane({ finished: true }), lane({ finished: true, nowNs: 200.01e9 }));
  expect(same?.sentence).toBe('A and B take the same time, 200.0 s. Reclaim did the same in both.');
  const close = outcomeOf(lane({ finished: true }), lane({ finished: true, nowNs: 200.4e9 }));
  expect(close?.sentence).toContain('A and B take the same time within 1 %: 200.0 s and 200.4 s.');
});

test('the card names the time of the device only if reclaim does not explain the loss', () => {
  const copying = (seconds: number) => ({ copying: seconds * 1e9, transfer: 90e9 });
  const slow = { finished: true, nowNs: 250e9, deviceNs: copying(70) };
  const b = lane({ finished: true, reclaimWrites: 40, deviceNs: copying(30) });
  expect(outcomeOf(lane(slow), b)?.sentence).toMatch(
    /and 40 in B\. But the device of A spent 40\.0 s more copying inside its flash\.$/,
  );
  const explained = lane({ ...slow, reclaimWrites: 41 });
  const elsewhere = lane({ ...slow, deviceNs: copying(54) });
  for (const a of [explained, elsewhere]) {
    expect(outcomeOf(a, b)?.sentence).not.toContain('the device');
  }
});

test('a run that ends by the clock is told by what was done until then', () => {
  const end = { finished: true, nowNs: 2e9 };
  const outcome = outcomeOf(
    lane({ ...end, bytes: 125 * 2 ** 20 }),
    lane({ ...end, bytes: 118 * 2 ** 20 }),
  );
  expect(outcome?.sentence).toContain('In 2.0 s, A processed 125 MiB, B 118 MiB: 6 % less in B.');
});

test('one lane that is done waits for the other', () => {
  expect(outcomeOf(lane({ finished: true }), lane())).toBeNull();
  const ended = lane({ finished: true, bytes: 8192 * 2 ** 20 });
  expect(outcomeOf(lane({ nowNs: 220e9 }), ended)).toEqual({
    over: false,
    sentence: 'B is done: 8,192 MiB in 200.0 s. A has processed 1,000 MiB after 220.0 s.',
  });
});

test('when one lane has ended, the sentence says how much less the other has done at that time', () => {
  const ended = lane({ finished: true, nowNs: 561.76e9, bytes: 8192 * 2 ** 20 });
  expect(outcomeOf(lane({ nowNs: 561.8e9, bytes: 7337 * 2 ** 20 }), ended)?.sentence).toBe(
    'B is done: 8,192 MiB in 561.8 s. A has processed 7,337 MiB after 561.8 s.',
  );
  // Both are nearly done at the same time, which does not count as a difference.
  expect(outcomeOf(lane({ nowNs: 561.8e9, bytes: 8150 * 2 ** 20 }), ended)).toBeNull();
  // During a seek, the other lane may be at a much earlier time.
  expect(outcomeOf(lane({ nowNs: 300e9, bytes: 4000 * 2 ** 20 }), ended)).toBeNull();
});

test('a device is described by the part that took much of its time, or most of a difference', () => {
  const times = (copying: number, transfer: number) => ({
    nowNs: (copying + transfer) * 1e9,
    deviceNs: { copying: copying * 1e9, transfer: transfer * 1e9 },
  });
  expect(deviceShare(times(46, 54))).toBe('spent 46 % of its busy time copying inside its flash');
  expect(deviceShare(times(19, 81))).toBe('');
  expect(deviceShare({ nowNs: 1e9 })).toBe('');
  expect(deviceDifference(times(60, 90), times(10, 90))).toBe(
    ' The device of A spent 50.0 s more copying inside its flash.',
  );
  expect(deviceDifference(times(10, 90), times(60, 90))).toContain('device of B');
  expect(deviceDifference(times(10, 90), times(11, 90))).toBe('');
});
