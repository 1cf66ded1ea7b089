import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { useLab } from '../../core/lab/store.ts';
import { rowHash, rowOf } from '../../core/link/results-route.ts';
import { FromRow } from './FromRow.tsx';

const PLACE = {
  posting: 'weiner-2011',
  table: 'perf counters dd fuse-ntfs',
  row: 'dd 8 GiB',
  workload: 'dd to fuse-ntfs',
};
const file = join(import.meta.dirname, '../../../../public/published/weiner-2011.json');

function open(place: string) {
  window.history.replaceState(null, '', `/?row=${encodeURIComponent(place)}#~weiner-usb`);
  return render(<FromRow />);
}

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    return Promise.resolve(new Response(readFileSync(file, 'utf8')));
  });
});

afterEach(cleanup);

test('a scenario from a row has its published figures and a way back, until another is opened', async () => {
  open(rowHash(PLACE).slice(1));
  const back = await screen.findByRole('link', { name: 'The engine’s figures for this row' });
  expect(rowOf(new URL(back.getAttribute('href') ?? '', 'http://app/').hash)).toEqual(PLACE);
  expect(back.closest('p')?.textContent).toContain('nr_vmscan_write, a run 111,307 → 0 pages');
  useLab.setState(({ openings }) => ({ openings: openings + 1 }));
  await vi.waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(window.location.search).toBe('');
  expect(window.location.hash).toBe('#~weiner-usb');
});

test('figures of a row are marked once the run is changed', async () => {
  const words = 'This run was changed: these figures are not about it.';
  useLab.setState({ scenario: openingScenario });
  open(rowHash(PLACE).slice(1));
  await screen.findByRole('link');
  expect(screen.queryByText(words)).toBeNull();
  const title = `${openingScenario.title} (changed)`;
  act(() => useLab.setState({ scenario: { ...openingScenario, title } }));
  expect(screen.getByText(words)).toBeTruthy();
});

test('an address that names no file of figures fetches nothing', async () => {
  open('..%2F..%2Fsecret/a/b/c');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.queryByRole('link')).toBeNull();
});
