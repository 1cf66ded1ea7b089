import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lab } from '../../../core/lab/lab.ts';
import { runFigure } from '../../../engine/figure-run.ts';
import type { FigureAnswer, FigureRequest } from '../../../engine/figure.worker.ts';
import { teachingScenario, testEngine } from '../../../engine/testing.ts';
import type { CheckResult, Scenario } from '../../../engine/types.ts';
import type { Figure } from '../library.ts';
import { FigureBlock } from './FigureBlock.tsx';
import { short, variationOf } from './figure.tsx';

vi.mock('../../../engine/documents.ts', () => ({
  checkText: (json: string): Promise<CheckResult> => {
    const scenario = JSON.parse(json) as Scenario;
    const problem = { field: 'seed', problem: 'is below 0', fix: 'Use 0 or more' };
    return Promise.resolve(scenario.seed < 0 ? { problems: [problem] } : { scenario });
  },
}));

const engine = testEngine();

/** The worker of figures, running on this thread. */
class HereWorker {
  onmessage: ((event: { data: FigureAnswer }) => void) | null = null;
  postMessage({ task }: FigureRequest): void {
    const run = runFigure(engine, task);
    queueMicrotask(() => this.onmessage?.({ data: { run } }));
  }
  terminate(): void {
    this.onmessage = null;
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', HereWorker);
  vi.spyOn(lab, 'module', 'get').mockReturnValue({});
});

afterEach(cleanup);

const figure: Figure = {
  title: 'Data written',
  scenario: { inline: teachingScenario() },
  moves: [
    { label: 'vm.dirty_ratio', field: 'vm.dirty_ratio', values: [20, 40, 60], unit: '%', start: 1 },
    {
      label: 'Disk',
      choices: [
        { text: 'stick', set: {} },
        { text: 'disk', set: { 'devices.1.hardware': 'sata_2010' } },
      ],
    },
  ],
  lanes: [
    { lane: 'a', name: 'without' },
    { lane: 'b', name: 'with the series' },
  ],
  draw: 'value',
  measures: [{ label: 'pages written', of: ['bytes_done'] }],
  until: 1,
  question: 'More or less?',
  options: [
    { text: 'less', below: 0.9 },
    { text: 'more', from: 0.9 },
  ],
  compare: [
    { lane: 'a', at: [2, 0] },
    { lane: 'a', at: [0, 0] },
  ],
  answer: ['That is how it is.'],
};

/** Waits until every run has finished; returns the headline. */
async function headline(): Promise<string[]> {
  await vi.waitFor(() => expect(screen.queryByText(/Computing/)).toBeNull(), 15_000);
  const [list] = screen.getAllByRole('list');
  return within(list ?? document.body)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
}

test('a question comes before the run, and the run answers it', async () => {
  render(<FigureBlock figure={figure} />);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByText('That is how it is.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'more' }));
  expect(screen.getByText('That is how it is.')).toBeTruthy();
  await headline();
  expect(screen.getByText(/· correct|Your guess: /)).toBeTruthy();
});

test('a wrong guess stays visible beside the answer of the run', async () => {
  const options = [
    { text: 'impossibly little', below: 1e-9 },
    { text: 'more than that', from: 1e-9 },
  ];
  const { container } = render(<FigureBlock figure={{ ...figure, options }} />);
  fireEvent.click(screen.getByRole('button', { name: 'impossibly little' }));
  await headline();
  expect(container.querySelector('.figure-question')?.textContent).toContain(
    'Not quite. Your guess: “impossibly little”. The run: “more than that”.',
  );
});

test('seeds have no order, so no line joins their points', async () => {
  const bySeed = {
    ...figure,
    moves: [{ label: 'Seed', field: 'seed', values: [1, 2] }],
    compare: figure.compare.map(({ lane }, index) => ({ lane, at: [index] })) as Figure['compare'],
    draw: 'value' as const,
  };
  const { container } = render(<FigureBlock figure={bySeed} />);
  fireEvent.click(screen.getByRole('button', { name: 'less' }));
  await headline();
  expect(container.querySelectorAll('.figure-chart circle').length).toBeGreaterThan(0);
  expect(container.querySelectorAll('.figure-chart path')).toHaveLength(0);
});

test('the slider changes the number, and the table and the picture say the same', async () => {
  render(<FigureBlock figure={figure} />);
  fireEvent.click(screen.getByRole('button', { name: 'Run without a guess' }));
  const before = await headline();
  expect(before).toHaveLength(2);
  const slider = screen.getByRole('slider', { name: 'vm.dirty_ratio' });
  expect(slider.getAttribute('aria-valuetext')).toBe('40 %');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('20 %');
  const after = await headline();
  expect(after).not.toEqual(before);
  const number = /[\d,]+$/.exec(after[0] ?? '')?.[0] ?? 'none';
  const picture = screen.getByRole('img', {
    name: /Data written\. vm\.dirty_ratio 20 %, Disk stick/,
  });
  expect(picture.getAttribute('aria-label')).toContain(`without ${number};`);
  const row = screen.getByRole('row', { name: /^20 %/, hidden: true });
  expect(within(row).getAllByRole('cell', { hidden: true })[0]?.textContent).toBe(number);
});

test('a choice changes the run as well, and coming back gives the same figures', async () => {
  render(<FigureBlock figure={figure} />);
  fireEvent.click(screen.getByRole('button', { name: 'less' }));
  const before = await headline();
  fireEvent.click(screen.getByRole('radio', { name: 'disk' }));
  expect(await headline()).not.toEqual(before);
  fireEvent.click(screen.getByRole('radio', { name: 'stick' }));
  expect(await headline()).toEqual(before);
});

test('a scenario that is refused is a sentence, and no machine is made of it', async () => {
  const bad: Figure = { ...figure, scenario: { ...figure.scenario, set: { seed: -1 } } };
  render(<FigureBlock figure={bad} />);
  fireEvent.click(screen.getByRole('button', { name: 'less' }));
  expect(await screen.findByText('seed: is below 0. Use 0 or more.')).toBeTruthy();
});

test('fields are set in copies, and one that leads nowhere changes nothing else', () => {
  const before = JSON.stringify(figure.scenario);
  const scenario = variationOf(figure, [2, 1]);
  expect(scenario?.vm?.dirty_ratio).toBe(60);
  expect(scenario?.devices.map(({ hardware }) => hardware)).toEqual(['sata_2010', 'sata_2010']);
  expect(JSON.stringify(figure.scenario)).toBe(before);
  const astray = {
    ...figure,
    scenario: { ...figure.scenario, set: { 'devices.9.hardware': 'x' } },
  };
  expect(variationOf(astray, [1, 0])?.devices).toHaveLength(2);
});

test('an axis has the same unit at all its numbers, and 0 has none', () => {
  expect([0, 2e4, 4e4].map((value) => short(value, 4e4))).toEqual(['0', '20 k', '40 k']);
  expect([0, 2e6].map((value) => short(value, 2e6))).toEqual(['0', '2 M']);
});
