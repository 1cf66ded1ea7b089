import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PointResult, Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { deleteOwn, gallery, keepOwn, useOwn } from '../library.ts';
import { session } from '../session.ts';
import { NO_STUDY, useStudies, type ShownStudy } from '../store.ts';
import { SMALL } from '../testing.ts';
import { StudiesPage, StudyList } from './StudiesPage.tsx';
import { StudyView } from './StudyView.tsx';

const study = SMALL as unknown as Study;

function point(label: string, median: number | null): PointResult {
  const spread = { count: 2, median: median ?? 0, least: 1, most: 3, low: null, high: null };
  return {
    levels: [label === '30' ? 0 : 1],
    labels: [label],
    link: `teaching-machine~dirty=${label}`,
    runs_a: [],
    runs_b: [],
    values: {},
    spread: median === null ? {} : { elapsed_seconds: spread },
    lower_in_b: {},
  };
}

const outcome: StudyResult = {
  version: 1,
  engine: '0.1.0',
  study,
  factors: ['vm.dirty_ratio'],
  points: [point('30', 2), point('50', null)],
  left_out: [
    {
      levels: [2],
      labels: ['200'],
      problems: [{ field: 'vm', problem: 'Too high.', fix: 'Less.' }],
    },
  ],
  ablation: {},
  runs: Array.from({ length: 8 }, (_, at) => (at < 3 ? { digest: 'aa', values: {} } : null)),
};

function shown(more: Partial<ShownStudy>): ShownStudy {
  const document = JSON.stringify(SMALL);
  const rest = { stored: false, runs: 8, done: 3, runTime: null, gallery: null };
  return { study, document, link: 'v1._.link.0', outcome, ...rest, ...more };
}

beforeEach(() => {
  useStudies.setState({
    ...NO_STUDY,
    ready: true,
    arrivedBy: null,
    work: null,
    fileProblems: [],
    trouble: null,
  });
  useOwn.setState({ entries: [], undo: null });
  vi.spyOn(session, 'estimate').mockResolvedValue();
});

afterEach(cleanup);

test('partial results are shown, and what is left can be run', async () => {
  const run = vi.spyOn(session, 'run').mockImplementation(() => undefined);
  render(<StudyView study={shown({})} />);
  expect(screen.getByText(/8 runs, 3 done; 1 combination impossible/)).toBeTruthy();
  expect(screen.getByText(/only the runs that have ended so far/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Run the other 5' }));
  expect(run).toHaveBeenCalledOnce();
});

test('lanes that cannot differ are named before the runs start', () => {
  const warned = () => screen.queryByText('A and B will not differ') !== null;
  const scenario = JSON.parse(
    readFileSync(
      join(import.meta.dirname, '../../../../../public/gallery/teaching-machine.json'),
      'utf8',
    ),
  ) as Record<string, unknown>;
  const alike: Study = {
    ...study,
    base: { scenario: { ...scenario, against: { kernel: scenario['kernel'] } } },
  };
  const switched = { vary: 'mechanism', id: 'per_zone_dirty', lane: 'b' } as const;
  const shows = (of: Study, more: Partial<ShownStudy> = {}) => {
    cleanup();
    render(<StudyView study={shown({ study: of, done: 0, ...more })} />);
    return warned();
  };
  expect(shows(alike)).toBe(true);
  expect(screen.getByRole('link', { name: 'go to the Lab' })).toBeTruthy();
  expect(shows(alike, { done: 8 })).toBe(false);
  expect(shows(study)).toBe(false);
  expect(shows({ ...alike, factors: [switched] })).toBe(false);
});

test('a study that was left says where it stopped, in its list and when it is opened', () => {
  useOwn.setState({
    entries: [
      { title: 'Halves', document: '{}', link: 'v1._.a.0', progress: { done: 3, runs: 8 } },
      { title: 'Whole', document: '{}', link: 'v1._.b.0', progress: { done: 1, runs: 1 } },
    ],
  });
  render(<StudyList />);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.find((text) => text.includes('Halves'))).toContain('stopped at 3 of 8 runs');
  expect(items.find((text) => text.includes('Whole'))).toContain('all of 1 run done');
  cleanup();
  render(<StudyView study={shown({})} />);
  expect(screen.getByTestId('estimate').textContent).toMatch(/^Stopped at 3 of 8 runs\./);
});

test('while runs go on, the other parts of the app open in a tab of their own', () => {
  const running = [{ name: 'seed 1', nowNs: 1e9 }];
  const work = { all: 5, done: 1, failed: 0, workers: 1, running, leftMs: null };
  useStudies.setState({ ready: true, work: null, route: { view: 'list' } });
  const { rerender } = render(<StudiesPage />);
  const lab = () => screen.getByRole('link', { name: 'Lab' });
  expect(lab().getAttribute('target')).toBeNull();
  useStudies.setState({ study: shown({}), work: { ...work, kind: 'study' } });
  rerender(<StudiesPage />);
  expect(lab().getAttribute('target')).toBe('_blank');
  expect(screen.getByText(/^3 of 8 runs done/)).toBeTruthy();
});

test('the one run that was timed does not make the study look begun', () => {
  render(<StudyView study={shown({ done: 1 })} />);
  expect(screen.getByRole('button', { name: 'Run 8 runs' })).toBeTruthy();
  expect(screen.getByTestId('estimate').textContent).not.toContain('Stopped');
  // The numbers agree, and nothing claims to be a result yet.
  expect(screen.queryByText(/1 done/)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Results' })).toBeNull();
});

test('only a visitor with a link from elsewhere is told that a link holds no results', () => {
  const said = () => screen.getByTestId('estimate').textContent;
  render(<StudyView study={shown({ done: 0 })} />);
  expect(said()).not.toContain('not its results');
  cleanup();
  useStudies.setState({ arrivedBy: 'v1._.link.0' });
  render(<StudyView study={shown({ done: 0 })} />);
  expect(said()).toContain('a link holds a study, not its results');
});

test('before the runs start, the first answer has its part of the duration', () => {
  useStudies.setState({ runTime: { ms: 30_000, runs: 1, more: false } });
  render(<StudyView study={shown({ done: 0 })} />);
  expect(screen.getByTestId('estimate').textContent).toMatch(
    / in total .* One seed of each combination, enough for a first answer, takes about half of that\.$/,
  );
});

test('beside the button that copies the link stands what the link holds', () => {
  useStudies.setState({ runTime: { ms: 2000, runs: 8, more: false } });
  const { rerender } = render(<StudyView study={shown({ done: 8 })} />);
  const note = screen.getByText(/^The link holds the study, not its results/).textContent;
  expect(note).toMatch(/whoever opens it computes the 8 runs\. A run takes about 2\.0 s here/);
  expect(note).toContain('. To pass on the results, save them as JSON.');
  const [one] = gallery;
  rerender(<StudyView study={shown({ done: 8, stored: true, gallery: one ?? null })} />);
  expect(screen.queryByText(/^The link holds the study/)).toBeNull();
});

test('a finished study of one seed can be run with two more', async () => {
  const runText = vi.spyOn(session, 'runText').mockResolvedValue();
  const one = { ...outcome, study: { ...study, seeds: 1 } };
  const { rerender } = render(<StudyView study={shown({ outcome: one })} />);
  expect(screen.queryByRole('button', { name: 'Run two more seeds' })).toBeNull();
  rerender(<StudyView study={shown({ outcome: one, done: 8 })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Run two more seeds' }));
  expect(JSON.parse(runText.mock.calls[0]?.[0] ?? '')).toEqual({ ...study, seeds: 3 });
  rerender(<StudyView study={shown({ done: 8 })} />);
  expect(screen.queryByRole('button', { name: 'Run two more seeds' })).toBeNull();
});

test('a combination opens in the Lab, where its lanes first differ', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  render(<StudyView study={shown({})} />);
  const [open] = screen.getAllByRole('button', { name: /^Open in the Lab/ });
  await userEvent.click(open ?? document.body);
  expect(assign).toHaveBeenCalledWith('./?why#teaching-machine~dirty=30');
});

test('while runs go on, a combination opens in a tab of its own', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const work = { kind: 'study', all: 5, done: 1, failed: 0, workers: 1, running: [], leftMs: null };
  useStudies.setState({ work: { ...work, kind: 'study' } });
  render(<StudyView study={shown({})} />);
  const [first] = screen.getAllByRole('button', { name: /^Open in the Lab/ });
  assign.mockClear();
  await userEvent.click(first ?? document.body);
  expect(open.mock.calls[0]?.[0]).toBe('./?why#teaching-machine~dirty=30');
  expect(assign).not.toHaveBeenCalled();
});

test('while runs go on they can be stopped, and each is named', async () => {
  const cancel = vi.spyOn(session, 'cancel').mockImplementation(() => undefined);
  const running = [{ name: 'vm.dirty_ratio 30, seed 1', nowNs: 2.5e9 }];
  const work = { kind: 'study', all: 5, done: 1, failed: 0, workers: 1, running, leftMs: 4000 };
  useStudies.setState({ work: { ...work, kind: 'study' } });
  render(<StudyView study={shown({})} />);
  expect(screen.getByText('vm.dirty_ratio 30, seed 1').textContent).toContain(
    'at 2.5 s of virtual time',
  );
  expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(cancel).toHaveBeenCalledOnce();
});

test('failed runs are told, and the others kept', () => {
  useStudies.setState({ failures: new Map([[2, '30 seed 2: The worker does not respond']]) });
  render(<StudyView study={shown({})} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'The results of the other runs are kept.30 seed 2: The worker does not respond.',
  );
});

test('a stored result says where it comes from, and whether its runs agree', () => {
  const one = { run: 0, digest: 'aa', here: 'aa', same: true };
  useStudies.setState({ compared: [one] });
  const stored = shown({ stored: true, done: 8 });
  const { rerender } = render(<StudyView study={stored} />);
  expect(
    screen.getByText(/come from a file, by version 0\.1\.0 of the engine: 8 runs/),
  ).toBeTruthy();
  expect(screen.getByText('1 of 1 runs recomputed here have the same digest.')).toBeTruthy();
  useStudies.setState({ compared: [one, { run: 4, digest: 'aa', here: 'bb', same: false }] });
  rerender(<StudyView study={stored} />);
  expect(screen.getByText(/Only 1 of 2 runs/)).toBeTruthy();
  expect(screen.getByText('Run 4: aa in the file, bb here.')).toBeTruthy();
});

test('a study that was deleted comes back', async () => {
  keepOwn({ title: 'Mine', document: '{}', link: 'v1' });
  render(<StudyList />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete Mine' }));
  expect(screen.queryByRole('link', { name: 'Mine' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('link', { name: 'Mine' }).getAttribute('href')).toBe('#study=v1');
  deleteOwn('Mine');
});

test('a file that cannot be opened leaves what is shown, and says why', () => {
  const problem = {
    field: 'version',
    problem: 'Version 7 of the result is not supported.',
    fix: 'Run it.',
  };
  useStudies.setState({
    route: { view: 'link', link: 'v1._.link.0' },
    study: shown({}),
    fileProblems: [problem],
  });
  render(<StudiesPage />);
  expect(screen.getByRole('alert').textContent).toContain(
    'Version 7 of the result is not supported.',
  );
  expect(screen.getByRole('heading', { name: 'A small study' })).toBeTruthy();
});
