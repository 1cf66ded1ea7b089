import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { documentsOf } from '../../engine/documents.ts';
import * as bindings from '../../engine/pkg/documents.js';
import type { Scenario } from '../../engine/types.ts';
import { Editor } from './Editor.tsx';
import { aboutOf } from './schema.ts';
import { openEditor, useEditor } from './store.ts';

const wasm = join(import.meta.dirname, '../../engine/pkg/documents_bg.wasm');
bindings.initSync({ module: readFileSync(wasm) });
const documents = documentsOf(bindings);

// The browser fetches the module; the test reads it from disk.
vi.mock('../../engine/documents.ts', async (original) => ({
  ...(await original()),
  checkText: (json: string) => Promise.resolve(documents.check(json)),
}));

function running(): Scenario {
  const { scenario } = useLab.getState();
  if (!scenario) {
    throw new Error('no scenario');
  }
  return scenario;
}

function open(tab: 'form' | 'json' = 'form') {
  openEditor(tab);
  render(<Editor />);
  return userEvent.setup();
}

const number = (name: string) => screen.getByRole('spinbutton', { name });
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /JSON document/ });

beforeEach(() => {
  const { scenario } = documents.check(JSON.stringify(openingScenario));
  useLab.setState({ catalogue, scenario: scenario ?? null, galleryId: null, openings: 1 });
  useEditor.setState({ shown: false, tab: 'form', draft: null, problems: [] });
});

// Otherwise Testing Library checks the visibility of each element, which in such a long form takes most of the time.
configure({ defaultHidden: true });

afterEach(cleanup);

test('the zones follow RAM, the Lab runs it at once, and undo brings both back', async () => {
  const user = open();
  expect(number('RAM')).toHaveProperty('value', '3,750');
  await user.clear(number('RAM'));
  await user.type(number('RAM'), '1875{Enter}');
  const dma32 = await screen.findByRole('group', { name: 'Zone DMA32' });
  await waitFor(() =>
    expect(within(dma32).getByRole('spinbutton', { name: 'Present pages' })).toHaveProperty(
      'value',
      '476,100',
    ),
  );
  expect(screen.queryByRole('group', { name: 'Zone Normal' })).toBeNull();
  await waitFor(() => expect(running().machine.zones).toHaveLength(2));

  await user.click(screen.getByRole('button', { name: /^Undo: RAM/ }));
  expect(running().machine.zones.map((zone) => zone.present_pages)).toEqual([
    3900, 830_000, 126_000,
  ]);
  expect(number('RAM')).toHaveProperty('value', '3,750');
});

test('a zone can be set by itself, and RAM is their sum', async () => {
  const user = open();
  const normal = screen.getByRole('group', { name: 'Zone Normal' });
  const pages = within(normal).getByRole('spinbutton', { name: 'Present pages' });
  await user.clear(pages);
  await user.type(pages, '256000{Enter}');
  await waitFor(() => expect(running().machine.zones[2]?.present_pages).toBe(256_000));
  expect(number('RAM')).toHaveProperty('value', '4,257');
});

test('a program is added, becomes another one, moves up and goes', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Add a program' }));
  await waitFor(() => expect(running().workload).toHaveLength(2));
  const added = screen.getByRole('group', { name: 'Program writer' });
  await user.selectOptions(within(added).getByRole('combobox', { name: 'Program' }), 'fs_mark');
  await waitFor(() => expect(running().workload[1]?.run.program).toBe('fs_mark'));
  const threads = within(added).getByRole('spinbutton', { name: 'Threads' });
  await user.clear(threads);
  await user.type(threads, '8{Enter}');
  await waitFor(() => expect(running().workload[1]?.run).toMatchObject({ threads: 8 }));

  await user.click(screen.getByRole('button', { name: 'Move Program writer up' }));
  await waitFor(() => expect(running().workload.map(({ name }) => name)).toEqual(['writer', 'dd']));
  await user.click(screen.getByRole('button', { name: 'Duplicate Program writer' }));
  await waitFor(() =>
    expect(running().workload.map(({ name }) => name)).toEqual(['writer', 'writer2', 'dd']),
  );
  await user.click(screen.getByRole('button', { name: 'Remove Program writer' }));
  await waitFor(() =>
    expect(running().workload.map(({ name }) => name)).toEqual(['writer2', 'dd']),
  );
});

test('a number out of its range stays as typed, is not applied, and says the limit', async () => {
  const user = open();
  const cpus = number('CPUs');
  const before = running();
  await user.clear(cpus);
  // The valid number in between is not applied, because typing goes on.
  await user.type(cpus, '9');
  await user.type(cpus, '999');
  expect(await screen.findByText('At most 64: the Lab allows 1 to 64.')).toBeTruthy();
  expect(screen.getByText('Not applied yet.')).toBeTruthy();
  await user.tab();
  expect(cpus).toHaveProperty('value', '9999');
  expect(cpus.getAttribute('aria-invalid')).toBe('true');
  await user.clear(cpus);
  await user.type(cpus, '0{Enter}');
  expect(screen.getByText('At least 1: the Lab allows 1 to 64.')).toBeTruthy();
  expect(cpus).toHaveProperty('value', '0');

  const ram = number('RAM');
  await user.clear(ram);
  await user.type(ram, '-5{Enter}');
  const reason =
    'At least 529 MiB: the pages under “Resident” and some free memory need this much; for less, lower those pages first.';
  expect(screen.getByText(reason)).toBeTruthy();
  expect(ram).toHaveProperty('value', '-5');
  expect(running()).toBe(before);
  expect(useEditor.getState().problems).toEqual([]);

  // Another field is applied meanwhile, and the refused texts stay.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kernel of lane A' }), 'Linux 3.2');
  await waitFor(() => expect(running()).not.toBe(before));
  expect(cpus).toHaveProperty('value', '0');
  await user.clear(cpus);
  await user.type(cpus, '8{Enter}');
  await waitFor(() => expect(running().machine.cpus).toBe(8));
  expect(cpus.getAttribute('aria-invalid')).toBe('false');
  expect(ram).toHaveProperty('value', '-5');
});

test('Escape and the keys up and down lead back into the range', async () => {
  const user = open();
  const cpus = number('CPUs');
  await user.clear(cpus);
  await user.type(cpus, '9999{Enter}');
  await user.keyboard('{Escape}');
  expect(cpus).toHaveProperty('value', String(running().machine.cpus));
  expect(screen.queryByText(/^At most/)).toBeNull();
  await user.clear(cpus);
  await user.type(cpus, '9999{ArrowUp}{Enter}');
  await waitFor(() => expect(running().machine.cpus).toBe(64));
  expect(cpus).toHaveProperty('value', '64');
});

test('what was refused goes with Discard and with every undo', async () => {
  const user = open();
  const cpus = number('CPUs');
  const value = String(running().machine.cpus);
  const refuse = async () => {
    await user.clear(cpus);
    await user.type(cpus, 'four{Enter}');
    expect(screen.getByText('Enter a whole number.')).toBeTruthy();
  };
  const isBack = () => {
    expect(screen.queryByText('Enter a whole number.')).toBeNull();
    expect(screen.queryByText('Not applied yet.')).toBeNull();
    expect(cpus).toHaveProperty('value', value);
  };
  await refuse();
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  isBack();

  await user.clear(number('RAM'));
  await user.type(number('RAM'), '1875{Enter}');
  await waitFor(() => expect(useLab.getState().undoes).toMatch(/^RAM/));
  await refuse();
  act(() => lab.changes.undo());
  isBack();
  expect(number('RAM')).toHaveProperty('value', '3,750');
});

test('what is unlikely is told and runs', async () => {
  const user = open();
  await user.clear(number('CPUs'));
  await user.type(number('CPUs'), '40{Enter}');
  await waitFor(() => expect(running().machine.cpus).toBe(40));
  expect(screen.getByText(/^Unusual: .* 1 to 16 CPUs\.$/)).toBeTruthy();
});

test('a device is chosen from the list, with its figures explained', async () => {
  const user = open();
  const device = screen.getByRole('group', { name: 'Device sdb' });
  const hardware = within(device).getByRole('combobox', { name: 'Hardware' });
  await user.selectOptions(hardware, 'sata_2010');
  await waitFor(() => expect(running().devices[1]?.hardware).toBe('sata_2010'));
  expect(within(device).getByText(/Sequential write rate/)).toBeTruthy();
  await user.selectOptions(hardware, '(custom values)');
  await waitFor(() =>
    expect(running().devices[1]?.hardware).toMatchObject({ write_kb_per_s: 90_000 }),
  );
});

test('mechanisms are switched in either lane, with those that they need', async () => {
  const user = open();
  const [inA] = screen.getAllByRole('checkbox', {
    name: 'Per-zone dirty limits (as first posted)',
  });
  if (!inA) throw new Error('no such mechanism');
  await user.click(inA);
  await waitFor(() =>
    expect(Object.keys(running().mechanisms ?? {})).toEqual(
      expect.arrayContaining(['gfp_write', 'per_zone_dirty_rfc']),
    ),
  );
  expect(useEditor.getState().problems).toEqual([]);
});

test('form and JSON are the same document', async () => {
  const user = open();
  await user.clear(number('CPUs'));
  await user.type(number('CPUs'), '2{Enter}');
  await waitFor(() => expect(running().machine.cpus).toBe(2));
  await user.click(screen.getByRole('tab', { name: 'JSON' }));
  expect(JSON.parse(text().value)).toMatchObject({ machine: { cpus: 2 } });
  expect(text().selectionStart).toBe(0);

  const changed = text().value.replace('"cpus": 2', '"cpus": 3');
  await user.clear(text());
  await user.click(text());
  await user.paste(changed);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(running().machine.cpus).toBe(3));
  await user.click(screen.getByRole('tab', { name: 'Form' }));
  expect(number('CPUs')).toHaveProperty('value', '3');
});

test('what the form does not know is kept until it is removed, and each problem leads to its field', async () => {
  const user = open('json');
  const wrong = { ...running(), colour: 'red', machine: { ...running().machine, cpus: -3 } };
  await user.clear(text());
  await user.click(text());
  await user.paste(JSON.stringify(wrong, null, 2));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const problem = await screen.findByRole('button', {
    name: /machine\.cpus: -3 is not between 1 and 64/,
  });
  await user.click(problem);
  await waitFor(() =>
    expect(text().value.slice(text().selectionStart, text().selectionEnd)).toBe('-3'),
  );

  await user.click(screen.getByRole('tab', { name: 'Form' }));
  await user.click(screen.getByRole('button', { name: /machine\.cpus/ }));
  expect(document.activeElement).toBe(number('CPUs'));
  await user.clear(number('CPUs'));
  await user.type(number('CPUs'), '4{Enter}');
  // The other problem remains, so the draft does not run yet.
  await waitFor(() => expect(screen.queryByRole('button', { name: /machine\.cpus/ })).toBeNull());
  expect(useEditor.getState().draft).toContain('"colour": "red"');
  await user.click(screen.getByRole('button', { name: 'Remove colour' }));
  await waitFor(() => expect(useEditor.getState().draft).toBeNull());
  expect(screen.queryByText(/problem/)).toBeNull();
});

test('text that is no JSON is told in the form, which leads back to it', async () => {
  const user = open('json');
  await user.clear(text());
  await user.click(text());
  await user.paste('{"version": 1,\n "title": oops}');
  await user.click(screen.getByRole('tab', { name: 'Form' }));
  await user.click(screen.getByRole('button', { name: 'Fix it' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(await screen.findByRole('button', { name: /This is not JSON.* line 2/ }));
  await waitFor(() => expect(text().selectionStart).toBeGreaterThan(14));
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(JSON.parse(text().value)).toEqual(JSON.parse(JSON.stringify(running())));
});

test('a description names other fields by their titles', () => {
  const description =
    'absent: the\nvalue of `cpu_speed_percent`, beside `resident.kernel_pages` and `dd`';
  expect(aboutOf({ description })).toBe(
    'absent: the value of “CPU speed”, beside “Kernel pages” and `dd`',
  );
});
