import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { END_NS } from '../../core/lab/timeline.ts';
import { rowHash, rowOf, rowShown } from '../../core/link/results-route.ts';
import type { Scenario } from '../../engine/types.ts';
import { FromRow } from './FromRow.tsx';

const PLACE = {
  posting: 'weiner-2011',
  table: 'perf counters dd fuse-ntfs',
  row: 'dd 8 GiB',
  workload: 'dd to fuse-ntfs',
};
const BACK = 'This row on the Results page';
const root = join(import.meta.dirname, '../../../../public');

function open(place: string) {
  window.history.replaceState(null, '', `/?row=${place}#~weiner-usb`);
  return render(<FromRow hidden={false} />);
}

/** Opens the row as if from one of its figures; returns the line. */
async function openFigure(figure?: string) {
  open(rowHash({ ...PLACE, figure }).slice(1));
  return within(await screen.findByRole('region', { name: 'Figures from the Results page' }));
}

/** Returns the fetched address as text. */
const textOf = (address: Parameters<typeof fetch>[0]) =>
  address instanceof Request ? address.url : address.toString();

const isChosen = (element: HTMLElement) => element.closest('.is-chosen') !== null;

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const [, file = ''] = /\/((?:published|computed)\/.*)$/.exec(textOf(address)) ?? [];
    return Promise.resolve(new Response(readFileSync(join(root, file), 'utf8')));
  });
});

afterEach(cleanup);

test('the figure that was chosen comes first, published and computed, with its verdict', async () => {
  const line = await openFigure('nr_vmscan_write, a run');
  const name = line.getByTitle('The figure that you chose on the Results page');
  expect(name.textContent).toContain('Pages written by reclaim per run');
  const text = name.closest('p')?.textContent ?? '';
  expect(text).toMatch(
    /published 111,307 → 0 pages.*computed [\d,]+ → 0 pages.*\([\d,]+–[\d,]+\).*(reproduced|right direction only)/,
  );
  expect(line.getByText(/median \(range\) of seeds 1 to 3. This run has seed 1/)).toBeTruthy();
  await userEvent.click(line.getByRole('button', { name: '2 more figures' }));
  const rows = line.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(within(row).getAllByRole('cell')[1]?.textContent).toMatch(/\d → \d.* (s|ms)( \(|$)/);
    expect(row.textContent).toMatch(/reproduced$/);
  }
});

test('a link without a figure, or with another one, shows the row as it stands', async () => {
  for (const figure of [undefined, 'no such figure']) {
    const line = await openFigure(figure);
    // The time of the whole run comes first, although the posting lists it later.
    const [first] = line.getAllByText('Elapsed time');
    expect(first && isChosen(first)).toBe(false);
    expect(line.queryByText('CPU time')).toBeNull();
    cleanup();
  }
});

test('without the computed verdicts the published figures still stand', async () => {
  const fetched = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation((address) =>
    textOf(address).includes('computed')
      ? Promise.reject(new Error('offline'))
      : (fetched?.(address) ?? Promise.reject(new Error('nothing'))),
  );
  const line = await openFigure('nr_vmscan_write, a run');
  expect(line.getByText('111,307 → 0 pages')).toBeTruthy();
  expect(line.getAllByText('not computed in this build')).toHaveLength(1);
});

test('the line leads back to its figure, and stays until another scenario is opened', async () => {
  const figure = 'seconds time elapsed';
  const back = (await openFigure(figure)).getByRole('link', { name: BACK });
  const { hash } = new URL(back.getAttribute('href') ?? '', 'http://app/');
  expect(rowOf(hash)).toEqual({ ...PLACE, figure });
  useLab.setState(({ openings }) => ({ openings: openings + 1 }));
  await vi.waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(window.location.search).toBe('');
  expect(window.location.hash).toBe('#~weiner-usb');
});

test('a link names its row readably, and older links still open', () => {
  const place = { ...PLACE, row: '4/16 threads & more', figure: '50 %' };
  const path = rowHash(place).slice(1);
  const shown = (query: string) => rowOf(rowShown(query) ?? '');
  expect(shown(`?row=${path}`)).toEqual(place);
  expect(shown(`?scale=2&row=${encodeURIComponent(path)}`)).toEqual(place);
  expect(shown('?rows=a/b/c/d')).toBeNull();
});

test('a scenario that is opened while the line is hidden ends it, too', async () => {
  const { rerender } = open(rowHash(PLACE).slice(1));
  await screen.findByRole('link', { name: BACK });
  rerender(<FromRow hidden />);
  expect(screen.queryByRole('link')).toBeNull();
  act(() => useLab.setState(({ openings }) => ({ openings: openings + 1 })));
  rerender(<FromRow hidden={false} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(window.location.search).toBe('');
});

test('once the run is changed only what was published is shown, and no verdict', async () => {
  const words = 'You changed this run. The published row is for the unchanged run.';
  useLab.setState({ scenario: openingScenario });
  await openFigure();
  expect(screen.queryByText(words)).toBeNull();
  expect(screen.queryAllByText('computed')).not.toEqual([]);
  const title = `${openingScenario.title} (changed)`;
  act(() => useLab.setState({ scenario: { ...openingScenario, title } }));
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByText('published')).toBeTruthy();
  expect(screen.queryAllByText('computed')).toEqual([]);
  expect(document.querySelector('[class*=verdict]')).toBeNull();
});

test('a kernel or a switch that the row does not have is a change of the run, too', async () => {
  const words = 'You changed this run. The published row is for the unchanged run.';
  useLab.setState({ scenario: openingScenario, opened: openingScenario });
  await openFigure();
  expect(screen.queryByText(words)).toBeNull();
  const mechanism = { at_ns: 1e9, mechanism: 'per_zone_dirty', on: true };
  for (const part of [
    { kernel: '2.6.29' },
    { interventions: [mechanism] },
  ] as Partial<Scenario>[]) {
    act(() => useLab.setState({ scenario: { ...openingScenario, ...part } }));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryAllByText('computed')).toEqual([]);
    act(() => useLab.setState({ scenario: openingScenario }));
    expect(screen.queryByText(words)).toBeNull();
  }
});

test('an address that names no file of figures shows nothing', async () => {
  open('..%2F..%2Fsecret/a/b/c');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(vi.mocked(fetch).mock.calls.map(([address]) => textOf(address))).not.toContainEqual(
    expect.stringContaining('secret'),
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('the run can be computed to its end, where most figures are read', async () => {
  const lane = (finished: boolean) => ({ state: { finished } });
  const loaded = vi.spyOn(lab.lanes, 'loaded');
  const lanes = (finished: boolean) =>
    loaded.mockReturnValue([lane(true), lane(finished)] as unknown as ReturnType<
      typeof lab.lanes.loaded
    >);
  const goTo = vi.spyOn(lab, 'goTo').mockReturnValue(undefined);
  lanes(false);
  const line = await openFigure();
  await userEvent.click(line.getByRole('button', { name: 'Go to the end' }));
  expect(goTo).toHaveBeenCalledWith(END_NS);
  cleanup();
  lanes(true);
  expect((await openFigure()).queryByRole('button', { name: 'Go to the end' })).toBeNull();
  loaded.mockRestore();
  goTo.mockRestore();
});
