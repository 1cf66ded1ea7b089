import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import type * as save from '../../../core/storage/files.ts';
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { StudyPictures } from './StudyPictures.tsx';
import { FACTORS, lanePair, resultOf } from '../testing.ts';

const saved = vi.hoisted(() => [] as { name: string; text: string }[]);
vi.mock('../../../core/storage/files.ts', async (original) => ({
  ...(await original<typeof save>()),
  saveText: (name: string, _: string, text: string) => saved.push({ name, text }),
}));

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
});

afterEach(() => {
  cleanup();
  saved.length = 0;
});

function show(result: StudyResult, measure = result.study.measures[0] ?? '') {
  const openPoint = vi.fn();
  const onMeasure = vi.fn();
  const view = (shown: string) => (
    <StudyPictures result={result} measure={shown} onMeasure={onMeasure} openPoint={openPoint} />
  );
  const { rerender } = render(view(measure));
  return { openPoint, onMeasure, showMeasure: (name: string) => rerender(view(name)) };
}

/** B gains on the large machine with the high limit; `swapped` exchanges the lanes. */
function grid(swapped = false): StudyResult {
  const gains = [[100, 100], [100, 99], [100, 101], [100, 70]] as const; // prettier-ignore
  return resultOf({
    factors: [FACTORS.ram(1024, 4096), FACTORS.ratio(5, 40)],
    measures: ['ratio:elapsed_seconds', 'elapsed_seconds', 'b:elapsed_seconds'],
    points: gains.map(([a, b], at) => ({
      levels: [at >> 1, at & 1],
      ...(swapped ? lanePair(b, a) : lanePair(a, b)),
    })),
  });
}

const cell = (name: RegExp) => screen.getByRole('button', { name });

test('every cell says where it is and its value in words, which change with the lanes', () => {
  show(grid());
  expect(cell(/^RAM 4096 MiB, vm.dirty_ratio 40 %: B takes 30 % less time/)).toBeTruthy();
  cleanup();
  show(grid(true));
  expect(cell(/^RAM 4096 MiB, vm.dirty_ratio 40 %: B takes 43 % more time/)).toBeTruthy();
});

test('arrow keys move over the cells, the numbers follow, and Enter opens the combination', async () => {
  const { openPoint } = show(grid());
  cell(/^RAM 1024 MiB, vm.dirty_ratio 40/).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(cell(/^RAM 4096 MiB, vm.dirty_ratio 40/));
  expect(screen.getByText('B takes 30 % less time')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{ArrowUp}');
  expect(document.activeElement).toBe(cell(/^RAM 1024 MiB, vm.dirty_ratio 40/));
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  expect(openPoint.mock.calls).toEqual([[2]]);
  await userEvent.keyboard('{Home}{ArrowLeft}{Enter}');
  expect(openPoint.mock.lastCall).toEqual([1]);
});

test('the picture is one stop of the Tab key', () => {
  show(grid());
  const cells = screen.getAllByRole('button', { name: /^RAM .*: / });
  expect(cells.map((it) => it.getAttribute('tabindex'))).toEqual(['0', '-1', '-1', '-1']);
  fireEvent.focus(cells[2] as HTMLElement);
  expect(cells.map((it) => it.getAttribute('tabindex'))).toEqual(['-1', '-1', '0', '-1']);
});

test('a pointer opens what it points at; a first touch only describes it', () => {
  const { openPoint } = show(grid());
  const target = cell(/^RAM 4096 MiB, vm.dirty_ratio 40/);
  fireEvent.pointerDown(target, { pointerType: 'touch' });
  fireEvent.click(target);
  expect(openPoint).not.toHaveBeenCalled();
  expect(screen.getByText('B takes 30 % less time')).toBeTruthy();
  fireEvent.pointerDown(target, { pointerType: 'touch' });
  fireEvent.click(target);
  expect(openPoint.mock.calls).toEqual([[3]]);
  const other = cell(/^RAM 1024 MiB, vm.dirty_ratio 5/);
  fireEvent.pointerOver(other, { pointerType: 'mouse' });
  fireEvent.pointerDown(other, { pointerType: 'mouse' });
  fireEvent.click(other);
  expect(openPoint.mock.lastCall).toEqual([0]);
});

test('the reader sets from which change an effect matters', async () => {
  show(grid());
  expect(screen.getByText(/at least 2 % less time in 1 of 4 combinations/)).toBeTruthy();
  const field = screen.getByRole('spinbutton', { name: 'Threshold, %' });
  await userEvent.clear(field);
  await userEvent.type(field, '0.5');
  expect(
    screen.getByText(
      /at least 0.5 % less time in 2 of 4 combinations, and at least 0.5 % more in 1/,
    ),
  ).toBeTruthy();
  await userEvent.clear(field);
  expect(screen.getByText(/at least 0.5 % less time/)).toBeTruthy();
});

test('measures of both lanes are one choice, and shown side by side', async () => {
  const { onMeasure, showMeasure } = show(grid());
  const list = screen.getByRole('combobox', { name: 'Measure' });
  const names = within(list)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(names).toEqual(['Elapsed time, B vs. A', 'Elapsed time, A and B']);
  await userEvent.selectOptions(list, 'Elapsed time, A and B');
  expect(onMeasure.mock.calls).toEqual([['elapsed_seconds']]);
  showMeasure('elapsed_seconds');
  expect(cell(/^A, RAM 4096 MiB, vm.dirty_ratio 40 %: 100 s/)).toBeTruthy();
  expect(cell(/^B, RAM 4096 MiB, vm.dirty_ratio 40 %: 70 s/)).toBeTruthy();
});

test('a row opens its combination, and a heading sorts', async () => {
  const { openPoint } = show(grid());
  const table = within(screen.getByRole('region', { name: 'All combinations' }));
  const medians = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent);
  expect(medians()).toEqual(['±0 %', '−1.0 %', '+1.0 %', '−30 %']);
  await userEvent.click(table.getByRole('button', { name: 'median' }));
  expect(medians()).toEqual(['−30 %', '−1.0 %', '±0 %', '+1.0 %']);
  expect(table.getByRole('columnheader', { name: 'median' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await userEvent.click(table.getByRole('button', { name: 'median' }));
  expect(medians()[0]).toBe('+1.0 %');
  await userEvent.click(
    table.getByRole('button', { name: 'Open in the Lab: RAM 4096 MiB, vm.dirty_ratio 40 %' }),
  );
  expect(openPoint.mock.calls).toEqual([[3]]);
});

test('a study that still runs shows what there is and says so', () => {
  const result = resultOf({
    factors: [FACTORS.ram(1024, 4096)],
    points: [
      { levels: [0], a: { elapsed_seconds: [5, undefined] } },
      { levels: [1], a: { elapsed_seconds: [undefined, undefined] } },
    ],
  });
  show(result);
  expect(screen.getByRole('status').textContent).toContain('only the runs that have ended so far');
  expect(
    screen.getByRole('button', { name: /^RAM 1024 MiB: 5 s, seeds 1 of 2, 1 not computed yet/ }),
  ).toBeTruthy();
  expect(screen.getByText('– not computed yet')).toBeTruthy();
});

test('a study of which nothing has run yet says that there is nothing to draw', () => {
  show(resultOf({ points: [{ a: { elapsed_seconds: [undefined] } }] }));
  expect(screen.getByText('There is nothing to draw yet.')).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Download SVG' });
  expect(save.disabled).toBe(true);
});

test('the SVG file has the title, the engine, and every mark in words', async () => {
  show(grid());
  await userEvent.click(screen.getByRole('button', { name: 'Download SVG' }));
  const [file] = saved;
  expect(file?.name).toBe('which-machines-ratio-elapsed-seconds.svg');
  expect(file?.text).toContain(
    '<title>RAM 4096 MiB, vm.dirty_ratio 40 %: B takes 30 % less time</title>',
  );
  for (const part of [
    'Which machines?',
    'Reclaim Lab 0.1.0, simulated',
    'xmlns="http://www.w3.org/2000/svg"',
  ]) {
    expect(file?.text).toContain(part);
  }
  expect(file?.text).not.toContain('var(--');
});

test('the CSV file is that of the table', async () => {
  show(grid());
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(saved[0]?.text).toContain('4096,40,1,0.7,0.7,0.7,,,1,');
});

test('the report has question, sentence, picture, table, engine and digests', async () => {
  show(grid());
  await userEvent.click(screen.getByRole('button', { name: 'Report…' }));
  const page = within(screen.getByRole('article', { name: 'Print preview' }));
  expect(page.getByRole('heading', { name: 'Which machines?' })).toBeTruthy();
  expect(page.getByText('On which machines does it help?')).toBeTruthy();
  expect(page.getByText(/B takes at least 2 % less time in 1 of 4 combinations/)).toBeTruthy();
  expect(
    page.getByRole('img', { name: 'Elapsed time, B vs. A by RAM and vm.dirty_ratio' }),
  ).toBeTruthy();
  expect(page.getAllByRole('row')).toHaveLength(5);
  expect(page.getByText(/Simulated by Reclaim Lab 0.1.0/).textContent).toMatch(
    /4096 MiB, 40 A 0+a6 B 0+b7/,
  );
});

/** An ablation of two mechanisms, the first of which slows the run down. */
function ablation(): StudyResult {
  const seconds = [10, 7, 11, 8];
  return resultOf({
    factors: ['dirty_reserves', 'gfp_write'].map(FACTORS.switch),
    design: { kind: 'ablation', orders: 20 },
    points: seconds.map((value, at) => ({
      levels: [at >> 1, at & 1],
      a: { elapsed_seconds: [value] },
    })),
    ablation: {
      elapsed_seconds: {
        none: 10,
        all: 8,
        shares: [1, -3].map((value) => ({
          shapley: value,
          error: null,
          alone: value,
          last: value,
          least: null,
          most: null,
        })),
        pairs: [{ one: 0, other: 1, interaction: 0 }],
      },
    },
  });
}

test('an ablation says who makes the difference; its bars open the run with one mechanism on', async () => {
  const { openPoint } = show(ablation());
  expect(
    screen.getByText(
      'With none of the two mechanisms on, the run takes 10 s; with all of them, 8 s (−20 %). gfp_write accounts for 150 % of the difference; dirty_reserves works against it and costs 50 % of it.',
    ),
  ).toBeTruthy();
  const bar = screen.getByRole('button', {
    name: /^Mark write allocations \(__GFP_WRITE\) \(gfp_write\): share of the effect −3 s \(150 %\)/,
  });
  await userEvent.click(bar);
  expect(openPoint.mock.calls).toEqual([[1]]);
  const [opened] = screen.getAllByRole('button', { name: 'Open in the Lab: gfp_write alone' });
  await userEvent.click(opened as HTMLElement);
  expect(openPoint.mock.lastCall).toEqual([1]);
  expect(screen.getByRole('region', { name: 'Shares of the mechanisms' })).toBeTruthy();
});

test('the ids of mechanisms are listed with their titles in the Lab', () => {
  show(ablation());
  expect(screen.getByText('dirty_reserves', { selector: 'dt' }).parentElement?.textContent).toBe(
    'dirty_reservesExclude reserves from dirtyable memory',
  );
});

test('another picture of the same result can be chosen', async () => {
  show(ablation());
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Picture' }),
    'Every combination',
  );
  expect(screen.getByRole('button', { name: 'on, off: 11 s' })).toBeTruthy();
});

test('impossible combinations are listed with the reason', () => {
  const result = ablation();
  const problems = [{ field: 'mechanisms', problem: '`gfp_write` requires another.', fix: '' }];
  show({ ...result, left_out: [{ levels: [1, 1], labels: ['on', 'on'], problems }] });
  expect(screen.getByText(/Impossible combinations, left out/).textContent).toContain('1');
  expect(screen.getByText('dirty_reserves on, gfp_write on')).toBeTruthy();
});

test('a result without its runs claims no reason for a missing value, and has no digests', async () => {
  const whole = resultOf({
    measures: ['ratio:elapsed_seconds'],
    factors: [FACTORS.ram(1024, 4096)],
    points: [{ levels: [0], ...lanePair(10, 8) }, { levels: [1], ...lanePair(0, 8) }], // prettier-ignore
  });
  show({ ...whole, runs: [] });
  expect(screen.getByText('– no value')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('1 of 2 combinations have no value');
  await userEvent.click(screen.getByRole('button', { name: 'Report…' }));
  const page = screen.getByRole('article', { name: 'Print preview' });
  expect(page.textContent).toContain('2 combinations of 1 factor, 1 seed each');
  expect(page.textContent).not.toMatch(/Digests|0 runs/);
});

test('what was chosen for a study is not kept for another', async () => {
  const view = (result: StudyResult) => (
    <StudyPictures
      result={result}
      measure="elapsed_seconds"
      onMeasure={vi.fn()}
      openPoint={vi.fn()}
    />
  );
  const { rerender } = render(view(ablation()));
  const picture = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Picture' }).value;
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Picture' }), 'dots');
  rerender(view({ ...ablation(), runs: [] }));
  expect(picture()).toBe('dots');
  const other = ablation();
  rerender(view({ ...other, study: { ...other.study, title: 'Another' } }));
  expect(picture()).toBe('shares');
});
