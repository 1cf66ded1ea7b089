import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { pagesOf } from '../../core/machine.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { CheckResult, Scenario } from '../../engine/types.ts';
import { ramSteps, Sliders } from './Sliders.tsx';

let answer: (json: string) => CheckResult;

vi.mock('../../engine/documents.ts', () => ({
  checkText: (json: string) => Promise.resolve(answer(json)),
}));

function running(): Scenario {
  return useLab.getState().scenario ?? openingScenario;
}

function moveTo(name: string, value: string): void {
  const slider = screen.getByRole('slider', { name });
  fireEvent.change(slider, { target: { value } });
  fireEvent.blur(slider);
}

beforeEach(() => {
  answer = (json) => ({ scenario: JSON.parse(json) as Scenario });
  useLab.setState({ catalogue, scenario: openingScenario, openings: 1, notice: null });
});

const onVary = vi.fn();

afterEach(cleanup);

test('half the RAM is a step of the slider, and undo brings it back', async () => {
  render(<Sliders onVary={onVary} />);
  const slider = screen.getByRole('slider', { name: 'RAM' });
  expect(slider.getAttribute('aria-valuetext')).toBe('3.66 GiB');
  const steps = ramSteps({ pages: 959_900, opened: 959_900, least: 135_300, most: 16_777_216 });
  moveTo('RAM', String(steps.indexOf(479_950)));
  await waitFor(() => expect(pagesOf(running().machine)).toBe(479_950));
  expect(useLab.getState().undoes).toBe('RAM 3.66 GiB to 1.83 GiB');
  lab.changes.undo();
  expect(pagesOf(running().machine)).toBe(959_900);
});

test('a size that has no room for a zone says which', async () => {
  useLab.setState({ opened: openingScenario });
  render(<Sliders onVary={onVary} />);
  const slider = screen.getByRole('slider', { name: 'RAM' });
  const steps = ramSteps({ pages: 959_900, opened: 959_900, least: 135_300, most: 16_777_216 });
  moveTo('RAM', String(steps.indexOf(479_950)));
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('1.83 GiB, no Normal'));
});

test('many values of dirty_ratio are one press away', () => {
  render(<Sliders onVary={onVary} />);
  fireEvent.click(screen.getByRole('button', { name: 'Vary…' }));
  expect(onVary).toHaveBeenCalledOnce();
});

test('dirty_ratio says where it is the default of the kernel', async () => {
  render(<Sliders onVary={onVary} />);
  const slider = screen.getByRole('slider', { name: 'Dirty limit (dirty_ratio)' });
  expect(slider.getAttribute('aria-valuetext')).toBe('20 % (default)');
  moveTo('Dirty limit (dirty_ratio)', '40');
  await waitFor(() => expect(running().vm?.dirty_ratio).toBe(40));
  expect(slider.getAttribute('aria-valuetext')).toBe('40 %');
});

test('writers are the tasks of dd; where nothing writes the slider says so', async () => {
  render(<Sliders onVary={onVary} />);
  moveTo('Writers', '2');
  await waitFor(() => expect(running().workload[0]?.run).toMatchObject({ tasks: 2 }));
  // The writers divide the data, so the run may hardly change.
  expect(screen.getByText('2, sharing 8 GiB')).toBeTruthy();
  cleanup();
  useLab.setState({ scenario: { ...openingScenario, workload: [] } });
  render(<Sliders onVary={onVary} />);
  const slider = screen.getByRole('slider', { name: 'Writers' });
  expect(slider).toHaveProperty('disabled', true);
  expect(screen.getByText('No program of this scenario writes to files.')).toBeTruthy();
});

test('keys that rest for a moment are one change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Sliders onVary={onVary} />);
  const slider = screen.getByRole('slider', { name: 'Dirty limit (dirty_ratio)' });
  for (const value of ['21', '22', '23']) {
    fireEvent.change(slider, { target: { value } });
  }
  expect(running().vm?.dirty_ratio).toBeUndefined();
  await vi.advanceTimersByTimeAsync(600);
  expect(running().vm?.dirty_ratio).toBe(23);
  expect(useLab.getState().undoes).toBe('dirty_ratio 20 % to 23 %');
  vi.useRealTimers();
});

test('a button makes one step, and a few presses are one change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Sliders onVary={onVary} />);
  fireEvent.click(screen.getByRole('button', { name: 'More writers' }));
  expect(screen.getByRole('slider', { name: 'Writers' })).toHaveProperty('value', '2');
  fireEvent.click(screen.getByRole('button', { name: 'More writers' }));
  await vi.advanceTimersByTimeAsync(300);
  fireEvent.click(screen.getByRole('button', { name: 'Lower dirty limit' }));
  await vi.advanceTimersByTimeAsync(600);
  expect(running().workload[0]?.run).toMatchObject({ tasks: 3 });
  expect(useLab.getState().undoes).toBe('dirty_ratio 20 % to 19 %');
  lab.changes.undo();
  expect(useLab.getState().undoes).toBe('writers 1 to 3');
  lab.changes.undo();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Fewer writers' })).toHaveProperty('disabled', true),
  );
  vi.useRealTimers();
});

test('what cannot run is told, and the slider goes back', async () => {
  const problem = { field: 'devices[1]', problem: 'The files find no room.', fix: '' };
  answer = () => ({ problems: [problem] });
  render(<Sliders onVary={onVary} />);
  moveTo('Writers', '16');
  await waitFor(() => expect(useLab.getState().notice?.problems).toEqual([problem]));
  expect(screen.getByRole('slider', { name: 'Writers' })).toHaveProperty('value', '1');
});

test('a click on the value turns it into a field that takes sizes and says what it cannot take', async () => {
  render(<Sliders onVary={onVary} />);
  fireEvent.click(screen.getByText('3.66 GiB'));
  const field = screen.getByLabelText<HTMLInputElement>('RAM, typed');
  fireEvent.input(field, { target: { value: 'half' } });
  fireEvent.submit(field);
  expect(field.validationMessage).toContain('such as 900 MiB or 1.8 GiB');
  fireEvent.input(field, { target: { value: '1875 MiB' } });
  fireEvent.submit(field);
  await waitFor(() => expect(pagesOf(running().machine)).toBe(480_000));
  expect(screen.queryByLabelText('RAM, typed')).toBeNull();
  fireEvent.click(screen.getByText('1.83 GiB', { exact: false, selector: 'output' }));
  const again = screen.getByLabelText('RAM, typed');
  // A number without a unit has the unit of the previous value.
  fireEvent.input(again, { target: { value: '2' } });
  fireEvent.submit(again);
  await waitFor(() => expect(pagesOf(running().machine)).toBe(524_288));
  // The rounded text of the original size leads back to it, other texts do not.
  const retype = (text: string) => {
    fireEvent.click(screen.getByText(/^[\d.]+ GiB/, { selector: 'output' }));
    const field = screen.getByLabelText('RAM, typed');
    fireEvent.input(field, { target: { value: text } });
    fireEvent.submit(field);
  };
  retype('3.66 GiB');
  await waitFor(() => expect(pagesOf(running().machine)).toBe(959_900));
  retype('3.7 GiB');
  await waitFor(() => expect(pagesOf(running().machine)).toBe(969_933));
});

test('a rounded size says so, and to confirm it changes nothing', async () => {
  render(<Sliders onVary={onVary} />);
  const value = screen.getByText('3.66 GiB', { selector: 'output' });
  expect(value.title).toContain('Rounded; exactly 3,749.6 MiB.');
  // To confirm the rounded text does not change the size.
  fireEvent.click(value);
  fireEvent.submit(screen.getByLabelText('RAM, typed'));
  await waitFor(() => expect(screen.queryByLabelText('RAM, typed')).toBeNull());
  expect(pagesOf(running().machine)).toBe(959_900);
});

test('a digit on a slider begins a typed number, and Escape keeps the value', async () => {
  render(<Sliders onVary={onVary} />);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Dirty limit (dirty_ratio)' }), {
    key: '7',
  });
  const field = screen.getByLabelText<HTMLInputElement>('Dirty limit, typed');
  expect(field.value).toBe('7');
  fireEvent.input(field, { target: { value: '101' } });
  fireEvent.submit(field);
  expect(field.validationMessage).toBe('Type a whole number from 1 to 100.');
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Dirty limit (dirty_ratio)' }), {
    key: '5',
  });
  fireEvent.submit(screen.getByLabelText('Dirty limit, typed'));
  await waitFor(() => expect(running().vm?.dirty_ratio).toBe(5));
});

test('a value of one digit is replaced by what is typed after a click', () => {
  render(<Sliders onVary={onVary} />);
  fireEvent.click(screen.getByText('1', { selector: 'output' }));
  const field = screen.getByLabelText<HTMLInputElement>('Writers, typed');
  expect(field.selectionEnd).toBe(1);
  expect(field.selectionStart).toBe(0);
});
