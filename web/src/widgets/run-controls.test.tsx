import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { MomentSlider, PlayButton } from './run-controls.tsx';

beforeEach(() => {
  useLab.setState({ playing: false, goalNs: null, goesOn: false, again: false, failure: null });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the button starts and pauses time', async () => {
  const user = userEvent.setup();
  const play = vi.spyOn(lab, 'play').mockReturnValue();
  render(<PlayButton className="of-test" />);
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(play).toHaveBeenLastCalledWith(true);
  act(() => useLab.setState({ playing: true }));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(play).toHaveBeenLastCalledWith(false);
});

test('while a changed run is computed, a press decides whether it plays when it is there', async () => {
  const user = userEvent.setup();
  const play = vi.spyOn(lab, 'play').mockReturnValue();
  useLab.setState({ playing: true, goalNs: 60e9, again: true });
  render(<PlayButton className="of-test" />);
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(useLab.getState()).toMatchObject({ goalNs: 60e9, goesOn: true });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(useLab.getState()).toMatchObject({ goalNs: 60e9, goesOn: false });
  expect(play).not.toHaveBeenCalled();
});

test('on the way to another time, a press pauses there; the next ends the computing', async () => {
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

/** Gives the slider a place: the test environment has no layout. */
function placed(): void {
  slider().getBoundingClientRect = () => new DOMRect(0, 0, 1000, 16);
}

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Go to a time' });

/**
 * A browser rounds a value to the nearest step and then fires a change event, so the page would move to that step by
 * itself.
 */
test('where both lanes stand the slider is on a step, and its end is not before theirs', () => {
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(561_758_345_678);
  render(<MomentSlider endNs={635_635_000_000} />);
  const { value, max, step } = slider();
  expect(value).toBe('561800');
  expect(Number(max) % Number(step)).toBe(0);
  expect(Number(max)).toBeGreaterThanOrEqual(635_635);
});

test('a click on the slider goes to its moment once, and leaving it changes nothing', () => {
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(561_758_345_678);
  render(<MomentSlider endNs={635_635_000_000} />);
  placed();
  fireEvent.input(slider(), { target: { value: '194400' } });
  fireEvent.pointerUp(slider());
  fireEvent(slider(), new Event('change', { bubbles: true }));
  fireEvent.blur(slider());
  expect(went.mock.calls).toEqual([[194.4e9, false]]);
});

test('a click near a mark goes to the mark, and a drag to where it ends', () => {
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  const sought = vi.fn(() => true);
  render(<MomentSlider endNs={635_635_000_000} onClick={sought} />);
  placed();
  for (const downX of [300, 200]) {
    fireEvent.pointerDown(slider(), { clientX: downX });
    fireEvent.input(slider(), { target: { value: '54800' } });
    fireEvent.pointerUp(slider(), { clientX: 301 });
  }
  expect(sought.mock.calls).toEqual([[54.8e9, false]]);
  expect(went.mock.calls).toEqual([[54.8e9, false]]);
});

test('a click on the last pixels of the slider goes to the end', () => {
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  render(<MomentSlider endNs={819_760_000_000} />);
  placed();
  for (const clientX of [980, 996]) {
    fireEvent.input(slider(), { target: { value: `${clientX * 820}` } });
    fireEvent.pointerUp(slider(), { clientX });
  }
  expect(went.mock.calls).toEqual([
    [803.6e9, false],
    [819.8e9, false],
  ]);
});

test('a run that plays goes on from the time that was clicked', () => {
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  useLab.setState({ playing: true });
  render(<MomentSlider endNs={635_635_000_000} />);
  placed();
  fireEvent.input(slider(), { target: { value: '194400' } });
  fireEvent.pointerUp(slider());
  expect(went.mock.calls).toEqual([[194.4e9, true]]);
});
