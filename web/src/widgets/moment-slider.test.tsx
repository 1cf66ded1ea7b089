import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { lab } from '../core/lab/lab.ts';
import { MomentSlider } from './MomentSlider.tsx';

afterEach(cleanup);

test('the slider stands at one of its steps, wherever the run stands', () => {
  // Else the browser rounds the value, and once the pointer is up that counts as a move of the person's.
  vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(561_757_915_746);
  render(<MomentSlider endNs={635_623_111_222} />);
  const slider = screen.getByRole('slider', { name: 'Go to a moment' });
  expect(slider.getAttribute('value')).toBe('561800');
  expect(slider.getAttribute('max')).toBe('635600');
});
