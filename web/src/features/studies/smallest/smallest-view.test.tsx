import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { gallery } from '../../../core/gallery/documents.ts';
import { documentsOf } from '../../../engine/documents.ts';
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import * as bindings from '../../../engine/pkg/documents.js';
import { session } from '../session.ts';
import { NO_STUDY, useStudies } from '../store.ts';
import { StudiesPage } from '../ui/StudiesPage.tsx';
import type { FromSearcher, SearchWorker, ToSearcher } from './search.ts';
import { useSmallest } from './store.ts';

const wasm = join(import.meta.dirname, '../../../engine/pkg/documents_bg.wasm');
bindings.initSync({ module: readFileSync(wasm) });
const documents = documentsOf(bindings);

// The browser fetches the module; the tests read it from disk.
vi.mock('../../../engine/documents.ts', async (original) => ({
  ...(await original()),
  loadDocuments: () => Promise.resolve(documents),
}));

class FakeWorker implements SearchWorker {
  onmessage: SearchWorker['onmessage'] = null;
  onerror: SearchWorker['onerror'] = null;
  asked: ToSearcher | null = null;
  ended = false;

  postMessage(message: ToSearcher): void {
    this.asked = message;
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromSearcher): void {
    act(() => this.onmessage?.(new MessageEvent('message', { data: message })));
  }

  progress(more: Partial<SearchProgress>, document = small(384)): void {
    const progress: SearchProgress = {
      state: 'searching',
      tries: 0,
      tries_most: 1000,
      pages: 384,
      programs: 3,
      longest_ms: 2500,
      problem: null,
      ...more,
    };
    this.say({ kind: 'progress', progress, document });
  }
}

/** Returns the teaching machine with another number of pages. */
function small(pages: number): string {
  const scenario = gallery.find(({ id }) => id === 'teaching-machine')?.scenario;
  const machine = { ...scenario?.machine, zones: [{ name: 'Normal', present_pages: pages }] };
  return JSON.stringify({ ...scenario, title: `With ${pages} pages`, machine });
}

let workers: FakeWorker[] = [];

async function open(link: string): Promise<void> {
  useStudies.setState({ ...NO_STUDY, ready: true, route: { view: 'smallest', link } });
  render(<StudiesPage />);
  await waitFor(() => expect(screen.queryByText('Reading the link…')).toBeNull());
}

/** Presses the start button; returns the worker of the search. */
async function search(): Promise<FakeWorker> {
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  const worker = workers.at(-1);
  if (!worker) {
    throw new Error('no search has begun');
  }
  return worker;
}

const panel = () => screen.getByRole('region', { name: /Search|Result|Checking/ });
const comparison = (number: number) =>
  within(screen.getByRole('group', { name: `Comparison ${number}` }));

beforeEach(() => {
  workers = [];
  window.sessionStorage.clear();
  useSmallest.setState({ link: null });
  vi.spyOn(session, 'searcher').mockImplementation(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return { worker, module: {} };
  });
});

afterEach(cleanup);

test('a search shows how far it is, and its result opens in the Lab', async () => {
  await open('teaching-machine');
  const worker = await search();
  expect(worker.asked).toMatchObject({
    condition: 'a:counter:nr_vmscan_write >= 100, b:counter:nr_vmscan_write == 0',
    seeds: 1,
    tries: 1000,
  });
  worker.progress({ state: 'checking', longest_ms: 0 });
  expect(panel().textContent).toContain('Checking the condition');
  worker.progress({});
  worker.progress({ tries: 12, pages: 300, programs: 2, longest_ms: 400 }, small(300));
  expect(panel().textContent).toContain('12 of at most 1,000');
  expect(panel().textContent).toContain('300 pages (1.2 MiB)');
  worker.progress(
    { state: 'done', tries: 40, pages: 256, programs: 1, longest_ms: 350 },
    small(256),
  );
  const rows = within(panel()).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent.trim()),
  );
  expect(cells).toEqual([
    ['384 pages 1.5 MiB', '256 pages 1 MiB'],
    ['3', '1'],
    ['2.5 s', '350 ms'],
  ]);
  const link = await screen.findByRole('link', { name: 'Open in the Lab' });
  const address = link.getAttribute('href') ?? '';
  expect(address.startsWith('./?why#')).toBe(true);
  expect(documents.decodeLink(address.split('#')[1] ?? '').scenario?.title).toBe('With 256 pages');
  expect(worker.ended).toBe(true);
});

test('stopping ends the worker, and keeps the smallest so far', async () => {
  await open('teaching-machine');
  const worker = await search();
  worker.progress({});
  worker.progress({ tries: 3, pages: 300 }, small(300));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(worker.ended).toBe(true);
  expect(panel().textContent).toContain('Stopped after 3 tries');
  expect(panel().textContent).toContain('300 pages');
  expect(await screen.findByRole('button', { name: 'Save scenario' })).toBeTruthy();
});

test('a result is there again after the view was left', async () => {
  await open('teaching-machine');
  const worker = await search();
  worker.progress({});
  worker.progress({ state: 'done', tries: 3, pages: 300 }, small(300));
  cleanup();
  // Simulate that the page is loaded again.
  useSmallest.setState({ link: null, found: null });
  await open('teaching-machine');
  expect(panel().textContent).toContain('300 pages');
  cleanup();
  await open('weiner-usb-small');
  expect(panel().textContent).not.toContain('300 pages');
});

test('leaving the view ends the search', async () => {
  await open('teaching-machine');
  const worker = await search();
  act(() => useStudies.setState({ route: { view: 'list' } }));
  expect(worker.ended).toBe(true);
});

test('a condition that does not hold is told at its row, with a number that does', async () => {
  await open('teaching-machine');
  const worker = await search();
  const problem = 'a:counter:nr_vmscan_write is 96, not >= 100 (seed 1)';
  worker.progress({ state: 'refused', problem });
  const first = comparison(1);
  expect(first.getByText(/The condition does not hold for the scenario itself/)).toBeTruthy();
  const number = first.getByLabelText('Number');
  expect(number.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(number);
  await userEvent.click(first.getByRole('button', { name: 'Use ≥ 96' }));
  expect((await search()).asked?.condition).toContain('nr_vmscan_write >= 96');
});

test('an unknown measure is told at its row', async () => {
  await open('teaching-machine');
  const worker = await search();
  const problem = {
    field: 'condition, part 2',
    problem: 'There is no measure `x`.',
    fix: 'Use y.',
  };
  worker.say({ kind: 'failed', message: JSON.stringify([problem]) });
  expect(comparison(2).getByText(/There is no measure/)).toBeTruthy();
  expect(document.activeElement).toBe(comparison(2).getByLabelText('Measure'));
});

test('a worker that breaks off leaves the smallest so far', async () => {
  await open('teaching-machine');
  const worker = await search();
  worker.progress({});
  worker.progress({ tries: 3, pages: 300 }, small(300));
  worker.say({ kind: 'failed', message: 'Out of memory.' });
  expect(screen.getByRole('alert').textContent).toContain(
    'The search ended early: Out of memory. The smallest scenario so far is kept.',
  );
  expect(panel().textContent).toContain('300 pages');
});

test('comparisons are added and removed, and a wrong one starts nothing', async () => {
  await open('teaching-machine');
  await userEvent.click(screen.getByRole('button', { name: 'Add a comparison' }));
  const third = comparison(3);
  await waitFor(() => expect(document.activeElement).toBe(third.getByLabelText('Measure')));
  await userEvent.clear(third.getByLabelText('Number'));
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(third.getByText('Enter a number, such as 100 or 1.05.')).toBeTruthy();
  expect(workers).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove comparison 3' }));
  expect((await search()).asked?.condition.split(',')).toHaveLength(2);
});

test('a link that cannot be read is told, and nothing can be searched', async () => {
  await open('weiner-uzb');
  expect(screen.getByRole('alert').textContent).toContain('This link cannot be opened');
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});
