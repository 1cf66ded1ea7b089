import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Study } from '../../../engine/generated/scenario.ts';
import type { Checked } from '../desk/client.ts';
import { useOwn } from '../library.ts';
import { session } from '../session.ts';
import { SMALL } from '../testing.ts';
import { StudyForm } from './StudyForm.tsx';
import { typeDraft, useDraft, written } from './draft.ts';

const study = SMALL as unknown as Study;
const checked: Checked = {
  study,
  document: JSON.stringify(SMALL),
  link: 'v1._.link.0',
  points: 2,
  impossible: 1,
  runs: 8,
  done: 0,
  runTime: { ms: 2000, runs: 1, more: false },
};

function draft(): Record<string, unknown> {
  return JSON.parse(useDraft.getState().text) as Record<string, unknown>;
}

beforeEach(() => {
  window.location.hash = '#form';
  typeDraft(written(SMALL));
  useDraft.setState({ tab: 'form', problems: [], before: null, runTime: null });
  useOwn.setState({ entries: [], undo: null });
  vi.spyOn(session, 'check').mockResolvedValue(checked);
  render(<StudyForm />);
});

afterEach(cleanup);

test('what will run and how long it takes is told before anything runs', async () => {
  expect(await screen.findByText(/^2 combinations/)).toBeTruthy();
  expect(screen.getByText(/8 runs; 1 combination impossible/)).toBeTruthy();
  expect(screen.getByText(/A run takes about 2\.0 s here/)).toBeTruthy();
});

test('opening the study keeps it among one’s own, and goes to its link', async () => {
  await screen.findByText(/8 runs/);
  await userEvent.click(screen.getByRole('button', { name: 'Open the study' }));
  expect(window.location.hash).toBe('#study=v1._.link.0');
  expect(useOwn.getState().entries.map(({ title }) => title)).toEqual(['A small study']);
});

test('the values have names, which stay words, and may have commas in brackets', () => {
  const labels = screen.getByRole('textbox', { name: 'Labels' });
  fireEvent.change(labels, { target: { value: 'low, 40, ' } });
  expect(draft()['factors']).toMatchObject([{ labels: ['low', '40'] }]);
  expect(labels).toHaveProperty('value', 'low, 40, ');
  fireEvent.change(labels, { target: { value: '["a, b", "c"]' } });
  expect(draft()['factors']).toMatchObject([{ labels: ['a, b', 'c'] }]);
  expect(labels).toHaveProperty('value', '["a, b", "c"]');
  fireEvent.change(labels, { target: { value: '' } });
  expect(draft()['factors']).not.toHaveProperty('0.labels');
});

test('the values of a factor are typed with commas between', () => {
  const values = screen.getByRole('textbox', { name: 'Values' });
  fireEvent.change(values, { target: { value: '5, 10, ' } });
  expect(draft()['factors']).toMatchObject([{ values: [5, 10] }]);
  expect(values).toHaveProperty('value', '5, 10, ');
});

test('a factor is added, becomes RAM, and is removed', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a factor' }));
  const second = screen.getByRole('group', { name: 'Factor 2' });
  await userEvent.selectOptions(within(second).getByLabelText('Factor 2'), 'ram');
  expect(draft()['factors']).toMatchObject([{}, { vary: 'ram', values_mib: [512, 1024, 2048] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove factor 1' }));
  expect(draft()['factors']).toMatchObject([{ vary: 'ram' }]);
});

test('a measure is found by a word, added for a lane, and removed', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'longest stall dd');
  await userEvent.selectOptions(screen.getByLabelText('Lane'), 'B');
  const found = screen.getByRole('list', { name: 'Measures found' });
  await userEvent.click(within(found).getByRole('button', { name: /Longest stall of dd/ }));
  expect(draft()['measures']).toEqual([...SMALL.measures, 'b:task:dd:longest_stall_ms']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Elapsed time' }));
  expect(draft()['measures']).not.toContain('elapsed_seconds');
});

test('problems stand at their fields, and lead there', async () => {
  const problem = {
    field: 'factors[0].path',
    problem: 'There is no field `vm.x`.',
    fix: 'Use vm.',
  };
  vi.spyOn(session, 'check').mockRejectedValue(new Error(JSON.stringify([problem])));
  const path = screen.getByRole('combobox', { name: 'Field' });
  fireEvent.change(path, { target: { value: 'vm.x' } });
  const alert = await screen.findByText('1 problem');
  expect(path.getAttribute('aria-invalid')).toBe('true');
  const section = alert.closest('section');
  await userEvent.click(within(section ?? document.body).getByRole('button'));
  await vi.waitFor(() => expect(document.activeElement).toBe(path));
  expect(screen.getByRole('button', { name: 'Open the study' })).toHaveProperty('disabled', true);
});

test('JSON that is not whole is kept, and the form says so', async () => {
  await userEvent.click(screen.getByRole('tab', { name: 'JSON' }));
  fireEvent.change(screen.getByLabelText(/The study as JSON/), { target: { value: '{"title": ' } });
  await userEvent.click(screen.getByRole('tab', { name: 'Form' }));
  expect(screen.getByText(/form cannot be shown/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Fix it' }));
  expect(screen.getByLabelText(/The study as JSON/)).toHaveProperty('value', '{"title": ');
});

test('starting over can be taken back', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect(draft()['title']).toBe('My study');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the previous draft' }));
  expect(draft()['title']).toBe('A small study');
});

test('a pasted text that is no scenario is refused with a sentence', async () => {
  await userEvent.selectOptions(screen.getByLabelText('Scenario'), 'Paste a document or a link…');
  const area = screen.getByLabelText('Scenario document, or link');
  fireEvent.change(area, { target: { value: '{ no' } });
  await userEvent.click(screen.getByRole('button', { name: 'Use this scenario' }));
  expect(await screen.findByText(/neither a scenario nor a link/)).toBeTruthy();
  fireEvent.change(area, { target: { value: '{"title": "Mine"}' } });
  await userEvent.click(screen.getByRole('button', { name: 'Use this scenario' }));
  await vi.waitFor(() => expect(draft()['base']).toEqual({ scenario: { title: 'Mine' } }));
});
