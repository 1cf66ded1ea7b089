import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { PlayButton } from './PlayButton.tsx';

beforeEach(() => {
  useLab.setState({ playing: false, goalNs: null, goesOn: false, failure: null });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('it starts and pauses time', async () => {
  const user = userEvent.setup();
  const play = vi.spyOn(lab, 'play').mockReturnValue();
  render(<PlayButton className="of-test" />);
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(play).toHaveBeenLastCalledWith(true);
  act(() => useLab.setState({ playing: true }));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(play).toHaveBeenLastCalledWith(false);
});

test('while a change is computed, a press pauses where the run was; the next ends the computing', async () => {
  const user = userEvent.setup();
  const play = vi.spyOn(lab, 'play').mockReturnValue();
  useLab.setState({ playing: true, goalNs: 60e9, goesOn: true });
  render(<PlayButton className="of-test" />);
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(useLab.getState()).toMatchObject({ goalNs: 60e9, goesOn: false });
  expect(play).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Stop computing' }));
  expect(play).toHaveBeenLastCalledWith(false);
});
