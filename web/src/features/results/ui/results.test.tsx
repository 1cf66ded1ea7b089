import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { hashOf, routeOf, type Route } from '../../../core/link/results-route.ts';
import type { Within } from '../../../core/published.ts';
import type { JudgedLine, Outline } from '../engine.ts';
import { useResults } from '../store.ts';
import { tablesOf } from '../tables.ts';
import { lineOf, outlineOf, rowOf } from '../testing.ts';
import { Overview } from './Overview.tsx';
import { PostingView } from './PostingView.tsx';
import { NAMED_STUDIES } from './SectionTable.tsx';

const REMARK = 'One preliminary run.';
const outline = outlineOf(
  [rowOf({ row: 'sample 1' }), rowOf({ row: 'sample 2' }), rowOf({ row: 'sample 3' })],
  [
    lineOf({ row: 0, runs: [0, 1], remark: REMARK }),
    lineOf({ row: 1, runs: [2, 3], remark: REMARK }),
    lineOf({ row: 2, runs: [4, 5] }),
  ],
);

function judgedLine(line: number, verdict: JudgedLine['verdict'], old: number, now: number) {
  const seeds = (value: number) => ({ least: value, median: value, most: value });
  const ratio = now / old;
  const ratios = { ratio, least_ratio: ratio, most_ratio: ratio };
  const computed = { old, new: now, old_seeds: seeds(old), new_seeds: seeds(now), ...ratios };
  return [line, { line, verdict, computed }] as const;
}

const judged = new Map<number, JudgedLine>([
  judgedLine(0, 'reproduced', 18, 9),
  judgedLine(1, 'missed', 18, 36),
]);

function planned(of: Outline) {
  const tables = tablesOf(of);
  const lines = tables.flatMap((table) => table.lines);
  return { outline: of, tables, lines, within: new Map<number, Within>() };
}

function show(of: Outline = outline) {
  useResults.setState({ planned: planned(of) });
  return render(<PostingView planned={planned(of)} name="weiner-2011" table={null} />);
}

function rowHeaders(): string[] {
  return screen.getAllByRole('rowheader').map((header) => header.textContent);
}

beforeEach(() => {
  window.location.hash = '';
  useResults.setState({
    judged,
    beforehand: { stale: false, seeds: 1, lines: judged },
    here: new Map(),
    finished: new Set(),
    failures: new Map(),
    options: { seeds: 1, quick: false },
    filter: null,
    sought: null,
    work: null,
  });
});

afterEach(cleanup);

test('a verdict that is pressed shows only its figures, and pressing it again all of them', async () => {
  show();
  expect(rowHeaders()).toHaveLength(3);
  const missed = screen.getByRole('button', { name: /1.*not reproduced/ });
  await userEvent.click(missed);
  expect(missed.getAttribute('aria-pressed')).toBe('true');
  expect(rowHeaders()).toEqual([expect.stringContaining('Line 2 of the log')]);
  await userEvent.click(missed);
  expect(rowHeaders()).toHaveLength(3);
});

test('the plot has a point for each computed figure, which the arrow keys reach', async () => {
  show();
  const plot = screen.getByRole('group', { name: /2 figures, computed vs\. published/ });
  const points = within(plot).getAllByRole('button');
  expect(points.map((point) => point.getAttribute('tabindex'))).toEqual(['0', '-1']);
  points[0]?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(points[1]);
  expect(points[1]?.getAttribute('aria-label')).toBe(
    'Elapsed time, Line 2 of the log: published 0.5, computed 2, not reproduced',
  );
  expect(screen.getByRole('heading', { level: 4 }).textContent).toBe('Elapsed time');
});

test('Enter on a point goes to its row', async () => {
  show();
  const [point] = screen.getAllByRole('button', { name: /Line 1 of the log: published/ });
  point?.focus();
  await userEvent.keyboard('{Enter}');
  expect(window.location.hash).toBe('#weiner-2011/one');
  const row = screen.getByRole('rowheader', { name: /Line 1 of the log/ }).closest('tr');
  expect(document.activeElement).toBe(row);
});

test('values can be drawn in place of changes', () => {
  show();
  fireEvent.click(screen.getByRole('radio', { name: 'Values' }));
  const plot = screen.getByRole('group', { name: /4 figures/ });
  expect(within(plot).getAllByRole('button', { name: /old kernel/ })).toHaveLength(2);
});

test('a row that was not computed beforehand says so, with a button that computes it', () => {
  show();
  const row = screen.getByRole('rowheader', { name: /Line 3 of the log/ }).closest('tr');
  expect(row?.textContent).toContain('not computed in this build');
  expect(screen.getByText(/1 of 3 figures are not computed in this build/)).toBeTruthy();
  expect(
    screen.getByRole('button', { name: 'Compute in this browser: Elapsed time' }),
  ).toBeTruthy();
});

test('a note that rows share stands once', () => {
  show();
  expect(screen.getAllByText(REMARK)).toHaveLength(1);
  expect(rowHeaders().map((header) => /log1/.test(header))).toEqual([true, true, false]);
});

test('verdicts of an earlier version are called so', () => {
  useResults.setState({ beforehand: { stale: true, seeds: 1, lines: judged } });
  show();
  expect(screen.getByText(/from an earlier version of the model/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Compute again 6 runs' })).toBeTruthy();
});

test('what the browser computed is held against what was computed beforehand', () => {
  useResults.setState({ here: new Map([[0, true], [1, false]]) }); // prettier-ignore
  show();
  expect(
    screen.getByText(
      /Your browser computed 2 figures\. Different from the values computed in advance: 1\./,
    ),
  ).toBeTruthy();
});

test('Quick says which figures cannot be compared, and does not judge them', () => {
  const small = outlineOf(
    [rowOf({ scale: 16 })],
    [lineOf({ new: null, runs: [0] }), lineOf({ metric: 'faults', runs: [0, 1] })],
  );
  useResults.setState({ options: { seeds: 1, quick: true } });
  show(small);
  expect(screen.getByText(/1 of 2 figures cannot be compared, because/)).toBeTruthy();
  expect(screen.getByText(/At that size, 1 of 2 figures here cannot be compared/)).toBeTruthy();
  const row = screen.getByRole('rowheader', { name: /^Elapsed time/ }).closest('tr');
  expect(row?.textContent).toContain('not comparable at Quick size');
  expect(row?.textContent).not.toContain('18');
});

test('the first view opens with the verdicts', () => {
  render(<Overview planned={planned(outline)} />);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(
    '1 of 2 clear figures of the postings are reproduced',
  );
  const table = screen.getByRole('region', { name: 'Verdicts by posting' });
  expect(within(table).getByRole('link', { name: 'Limits' })).toBeTruthy();
});

test('figures of postings and figures measured for the project are counted apart', () => {
  const both: Outline = {
    ...outline,
    postings: [...outline.postings, { ...outline.postings[0], posting: 'real', title: 'Own runs', source: '', measured: true }], // prettier-ignore
    rows: [...outline.rows, rowOf({ posting: outline.postings.length })],
    lines: [...outline.lines, lineOf({ row: outline.rows.length, runs: [9] })],
  };
  useResults.setState({ judged: new Map([...judged, judgedLine(3, 'reproduced', 18, 9)]) });
  render(<Overview planned={planned(both)} />);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^1 of 2 clear/);
  expect(screen.getByText(/1 of 1 figures that this project measured/)).toBeTruthy();
  const sum = screen.getByRole('rowheader', { name: 'All postings' }).closest('tr');
  expect(sum?.textContent).toMatch(/3$/);
  const all = screen.getByRole('rowheader', { name: 'All figures' }).closest('tr');
  expect(all?.textContent).toMatch(/4$/);
  expect(
    screen.getByText(
      /1 other figure is not clear enough to judge the model: 1 not computed in this build\./,
    ),
  ).toBeTruthy();
});

test('figures that share a computed value are said to be samples', () => {
  const samples = outlineOf(
    [rowOf({ row: 'sample 1' }), rowOf({ row: 'sample 2' })],
    [lineOf({ row: 0, runs: [0] }), lineOf({ row: 1, runs: [0] })],
  );
  show(samples);
  expect(
    screen.getByText(/The 2 figures with a verdict are compared with 1 computed/),
  ).toBeTruthy();
});

/** A figure whose seeds differ. */
const spread: JudgedLine = {
  line: 0,
  verdict: 'reproduced',
  computed: {
    old: 776,
    new: 572,
    old_seeds: { least: 760, median: 776, most: 804 },
    new_seeds: { least: 541, median: 572, most: 582 },
    ratio: 572 / 776,
    least_ratio: 0.7,
    most_ratio: 0.75,
  },
};

test('the table and the card of the plot show the same medians and their ratio', () => {
  useResults.setState({ judged: new Map([[0, spread]]), options: { seeds: 3, quick: false } });
  const { container } = show();
  const row = screen.getByRole('rowheader', { name: /Line 1 of the log/ }).closest('tr');
  expect(row?.textContent).toContain('776 → 572');
  expect(row?.textContent).toContain('×0.737');
  const card = container.querySelector('.scatter-chosen')?.textContent ?? '';
  expect(card).toContain('×0.737, 776 → 572');
  expect(card).toContain('medians of the seeds');
  fireEvent.click(screen.getByRole('radio', { name: 'Values' }));
  expect(
    screen.getByRole('button', { name: /old kernel: published 20, computed 776/ }),
  ).toBeTruthy();
});

test('a figure with its own limit says so below the published value', () => {
  const single = outlineOf([rowOf({ new_kernel: null })], [lineOf({ new: null, runs: [0] })]);
  const within = new Map([[0, { factor: 1.07, difference: 3 }]]);
  useResults.setState({ planned: { ...planned(single), within } });
  render(<PostingView planned={planned(single)} name="weiner-2011" table={null} />);
  expect(screen.getByText('allowed: ÷ or × 1.07, or ± 3 s')).toBeTruthy();
});

test('a posting with several tables opens with the verdicts of each', () => {
  const two = outlineOf(
    [rowOf({ table: 'one' }), rowOf({ table: 'two' })],
    [lineOf({ row: 0, runs: [0, 1] }), lineOf({ row: 1, runs: [2, 3] })],
  );
  show(two);
  const table = screen.getByRole('region', { name: 'Verdicts by table' });
  const names = within(table).getAllByRole('link');
  expect(names.map((link) => link.getAttribute('href'))).toEqual([
    '#weiner-2011/one',
    '#weiner-2011/two',
  ]);
  expect(rowHeaders()).toEqual(['One', 'Two', 'All 2 tables']);
  expect(screen.getByRole('button', { name: 'Compute this posting again 4 runs' })).toBeTruthy();
  cleanup();
  render(<PostingView planned={planned(two)} name="weiner-2011" table="two" />);
  expect(screen.getByRole('link', { name: 'All 2 tables' }).getAttribute('href')).toBe(
    '#weiner-2011',
  );
});

test('a study that a note names is a link to a study of the gallery', () => {
  const [[title = '', id = ''] = []] = Object.entries(NAMED_STUDIES);
  show(outlineOf([rowOf({})], [lineOf({ runs: [0], remark: `The study “${title}” has more.` })]));
  expect(screen.getByRole('link', { name: title }).getAttribute('href')).toBe(
    `./studies.html#gallery=${id}`,
  );
  const index = readFileSync(
    join(import.meta.dirname, '../../../../../public/studies/index.json'),
    'utf8',
  );
  const { studies } = JSON.parse(index) as { studies: { id: string; title: string }[] };
  expect(studies.find((study) => study.id === id)?.title).toBe(title);
});

test('every part of the page has an address', () => {
  const routes: Route[] = [
    { view: 'overview' },
    { view: 'constants' },
    { view: 'posting', posting: 'gorman-2011', table: null },
    { view: 'posting', posting: 'weiner-2011', table: 'fs_mark xfs 2G (preliminary) / 100 %' },
  ];
  for (const route of routes) {
    expect(routeOf(hashOf(route))).toEqual(route);
  }
  expect(routeOf('')).toEqual({ view: 'overview' });
  expect(routeOf('#a/%')).toEqual({ view: 'posting', posting: 'a', table: '%' });
});
