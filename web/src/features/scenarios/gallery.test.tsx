import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { gallery } from '../../core/gallery/documents.ts';
import { useLab } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { expectationOf, Gallery } from './ScenariosDialog.tsx';

beforeEach(() => useLab.setState({ catalogue }));
afterEach(cleanup);

const show = (onChoose = vi.fn()) => {
  render(<Gallery currentId="weiner-usb" onChoose={onChoose} />);
  return onChoose;
};
const filter = () => screen.getByRole('searchbox', { name: 'Filter the scenarios' });

test('every scenario is in a group and says what to expect', () => {
  show();
  expect(screen.getAllByRole('listitem')).toHaveLength(gallery.length);
  for (const { id } of gallery) {
    expect(expectationOf(id), id).not.toBeNull();
  }
  const sticks = screen.getByRole('region', { name: 'USB sticks' });
  const small = within(sticks).getByRole('button', { name: /sixteenth of the size/ });
  expect(small.textContent).toContain('almost no difference');
});

test('a machine with a hole below 4 GiB names the end of its RAM, which is that of its title', () => {
  show();
  const large = screen.getByRole('button', { name: /^fs_mark on XFS with 4.5 GiB/ });
  expect(large.textContent).toContain('3.4 GiB · DMA + DMA32 + Normal · xfs');
  expect(large.textContent).toContain('RAM up to address 4.5 GiB, with a hole for devices');
  const small = screen.getByRole('button', { name: /^fs_mark on XFS with 1 GiB/ });
  expect(small.textContent).not.toContain('hole');
});

test('the filter leaves what has all its words, and says how many', async () => {
  show();
  await userEvent.type(filter(), 'laptop xfs');
  const titles = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(titles.every((text) => /laptop/i.test(text))).toBe(true);
  expect(screen.getByRole('status').textContent).toBe(`${titles.length} of ${gallery.length}`);
  await userEvent.type(filter(), ' nothing-like-that');
  expect(screen.getByText('No scenario contains all these words.')).toBeTruthy();
});

test('a choice is the scenario that was pressed; the one that runs is marked', async () => {
  const onChoose = show();
  const current = screen.getByRole('button', { current: true });
  expect(current.textContent).toContain('Copying 8 GiB to a USB stick');
  await userEvent.click(screen.getByRole('button', { name: /^Teaching machine/ }));
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 'teaching-machine' }));
});
