import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { lab } from '../core/lab/lab.ts';
import { MomentSlider } from './MomentSlider.tsx';

afterEach(cleanup);

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Go to a moment' });

/** A browser moves a value to the nearest step, and then tells of a change: what is no step is gone to by itself. */
test('where both lanes stand it is on a step, and its end is not before theirs', () => {
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(561_758_345_678);
  render(<MomentSlider endNs={635_635_000_000} />);
  const { value, max, step } = slider();
  expect(value).toBe('561800');
  expect(Number(max) % Number(step)).toBe(0);
  expect(Number(max)).toBeGreaterThanOrEqual(635_635);
});

test('a click goes to its moment once, and leaving it changes nothing', () => {
  const went = vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(561_758_345_678);
  render(<MomentSlider endNs={635_635_000_000} />);
  fireEvent.input(slider(), { target: { value: '194400' } });
  fireEvent.pointerUp(slider());
  fireEvent(slider(), new Event('change', { bubbles: true }));
  fireEvent.blur(slider());
  expect(went.mock.calls).toEqual([[194.4e9]]);
});
