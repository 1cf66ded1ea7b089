import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab, useUnfolded } from '../../core/lab/store.ts';
import { useSession } from '../../core/storage/first-load.ts';
import { ticks } from '../../core/time.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { erasOf, isVariant, MechanismPanel } from './MechanismPanel.tsx';
import { aboutPart } from './Switches.tsx';

const LIMITS = 'Per-zone dirty limits (as first posted)';
const HINT = 'Mark write allocations (__GFP_WRITE)';

beforeEach(() => {
  useLab.setState({ catalogue, scenario: openingScenario, editing: 'b' });
  useUnfolded.setState({ mechanisms: false });
});

afterEach(cleanup);

const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

test('the patches in which the lanes differ come first, and show how they stand in B', () => {
  render(<MechanismPanel />);
  const first = screen.getByRole('region', { name: /A and B differ, in B/ });
  const names = within(first)
    .getAllByRole('switch')
    .map((element) => element.closest('label')?.textContent);
  expect(names).toEqual([HINT, LIMITS]);
  expect(switchOf(LIMITS).checked).toBe(true);
  expect(switchOf(HINT).checked).toBe(true);
});

test('the switches of A show how they stand in A', async () => {
  useUnfolded.setState({ mechanisms: true });
  render(<MechanismPanel />);
  const other = { name: 'Show the switches of lane A' };
  // The part is loaded on demand, which takes a while on a busy machine.
  await userEvent.click(await screen.findByRole('button', other, { timeout: 10_000 }));
  expect(switchOf(LIMITS).checked).toBe(false);
  expect(switchOf('Evict once').checked).toBe(true);
});

test('the choice of a kernel names what runs after switches were moved, and leads back', () => {
  const b = { ...openingScenario.against, kernel: '3.0-per-zone-dirty', mechanisms: { per_zone_dirty_rfc: false }, interventions: [] }; // prettier-ignore
  useLab.setState({ scenario: { ...openingScenario, against: b } });
  render(<MechanismPanel />);
  const shown = screen.getAllByRole<HTMLSelectElement>('combobox').map(
    (select) => select.selectedOptions[0]?.textContent,
  ); // prettier-ignore
  expect(shown).toEqual(['Linux 3.0', 'Linux 3.0 + mark write allocations (__GFP_WRITE)']);
  const own = { name: 'Linux 3.0 + per-zone dirty limits' };
  expect(within(screen.getByLabelText('Kernel of lane B')).getByRole('option', own)).toBeTruthy();
});

test('a switch moves in the lane that is shown, and stands where the engine has it until then', async () => {
  const moved = vi.spyOn(lab, 'switchMechanisms').mockImplementation(() => undefined);
  render(<MechanismPanel />);
  await userEvent.click(switchOf(LIMITS));
  expect(moved).toHaveBeenCalledWith('b', [{ mechanism: 'per_zone_dirty_rfc', on: false }]);
  expect(switchOf(LIMITS).checked).toBe(true);
});

test('a switch that cannot be moved alone says why, and offers to move both', async () => {
  const moved = vi.spyOn(lab, 'switchMechanisms').mockImplementation(() => undefined);
  render(<MechanismPanel />);
  await userEvent.click(switchOf(HINT));
  expect(moved).not.toHaveBeenCalled();
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said.join('')).toContain(`${HINT} was not switched.`);
  await userEvent.click(screen.getByRole('button', { name: `Switch both for ${HINT}` }));
  expect(moved).toHaveBeenCalledWith('b', [
    { mechanism: 'per_zone_dirty_rfc', on: false },
    { mechanism: 'gfp_write', on: false },
  ]);
});

test('what there is to know about a switch describes it', async () => {
  await act(() => aboutPart.load());
  render(<MechanismPanel />);
  const about = switchOf(LIMITS).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(about)?.textContent).toContain('RFC of 25 July 2011');
  // The reason of a switch that cannot be moved alone, too.
  const blocked = switchOf(HINT).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(blocked)?.textContent).toContain('It cannot be off while');
});

test('the effect of a patch is shown only where both lanes can be compared', () => {
  const stands = (seconds: number, done: number, finished = false) =>
    ({ nowNs: seconds * 1e9, finished, value: () => done }) as unknown as LaneState;
  let lanes = { a: stands(170, 100), b: stands(170, 122) };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => lanes[lane]);
  const { container } = render(<MechanismPanel />);
  const effect = () => container.querySelector('.mechanism-effect')?.textContent;
  let ms = 1e7;
  const tick = () =>
    act(() => {
      ticks.touch();
      for (let more = 0; more < 4; more += 1) {
        ticks.run((ms += 2000));
      }
    });
  expect(effect()).toBe('+22 % data');
  act(() => useLab.setState({ goalNs: 817e9 }));
  expect(effect()).toBe('');
  act(() => useLab.setState({ goalNs: null }));
  // B has ended, A has not.
  lanes = { a: stands(700, 200), b: stands(605, 300, true) };
  tick();
  expect(effect()).toBe('');
  lanes = { a: stands(817.1, 300, true), b: stands(572, 300, true) };
  tick();
  expect(effect()).toBe('−30 % time');
});

test('there is one button to start over: “More controls” and the message of a session have it too', () => {
  useLab.setState({ undoes: 'seed 1 to 2', galleryId: null });
  render(<MechanismPanel />);
  const count = () => screen.queryAllByRole('button', { name: 'Start over' }).length;
  expect(count()).toBe(1);
  act(() => useUnfolded.setState({ controls: true }));
  expect(count()).toBe(0);
  act(() => useUnfolded.setState({ controls: false }));
  act(() => useSession.setState({ restored: true }));
  expect(count()).toBe(0);
  act(() => useSession.setState({ restored: false }));
});

test('a switch that is moved stays in its place', () => {
  const { rerender } = render(<MechanismPanel />);
  const against = { kernel: '3.0-per-zone-dirty', mechanisms: { per_zone_dirty_rfc: false } };
  useLab.setState({ scenario: { ...openingScenario, against } });
  rerender(<MechanismPanel />);
  const first = screen.getByRole('region', { name: /A and B differ/ });
  expect(within(first).getAllByRole('switch')).toHaveLength(2);
  expect(switchOf(LIMITS).checked).toBe(false);
});

test('a kernel is chosen from its era, and lane B gets it', async () => {
  const chosen = vi.spyOn(lab, 'setKernel').mockImplementation(() => undefined);
  render(<MechanismPanel />);
  const kernel = screen.getByLabelText<HTMLSelectElement>('Kernel of lane B');
  expect(kernel.value).toBe('3.0-per-zone-dirty');
  await userEvent.selectOptions(kernel, 'Linux 3.3');
  expect(chosen).toHaveBeenCalledWith('b', '3.3');
});

test('variants are folded away, but for the one that runs, until somebody wants them', async () => {
  render(<MechanismPanel />);
  const kernel = screen.getByLabelText<HTMLSelectElement>('Kernel of lane B');
  const titles = () =>
    within(kernel)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(titles()).toContain('Linux 3.0 + per-zone dirty limits');
  expect(titles()).not.toContain('Linux 2.6.31, small tty buffers');
  const list = within(kernel).getByRole('option', { name: /^Show \d+ variants/ });
  await userEvent.selectOptions(kernel, list);
  expect(titles()).toContain('Linux 2.6.31, small tty buffers');
  expect(kernel.value).toBe('3.0-per-zone-dirty');
});

test('every kernel is in one era, in the order of its version', () => {
  const all = erasOf(catalogue, null, true).flatMap(({ kernels }) => kernels);
  expect(new Set(all)).toEqual(new Set(catalogue.presets));
  expect(all).toHaveLength(catalogue.presets.length);
  const [first, ...rest] = erasOf(catalogue, null, false);
  expect(first?.kernels[0]?.id).toBe('2.6.29');
  expect(rest.at(-1)?.kernels.map(({ id }) => id)).toContain('3.16');
  expect(isVariant({ id: '2.6.34-rc1', title: '', mechanisms: [] })).toBe(false);
});

test('what there is to know about a switch is opened by its button, and closed with Escape', async () => {
  render(<MechanismPanel />);
  const about = screen.getByRole('button', { name: `About ${LIMITS}` });
  await userEvent.click(about);
  expect(about.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(about.getAttribute('aria-expanded')).toBe('false');
});
