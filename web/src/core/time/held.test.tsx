import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useHeld } from './held.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a text that changes all the time is shown once in 1.5 s, and the last one stays', () => {
  const changes: number[] = [];
  let last = 'text 0';
  const { result, rerender } = renderHook(
    ({ text }) => {
      const shown = useHeld(text, 1500);
      if (shown !== last) {
        last = shown;
        changes.push(performance.now());
      }
      return shown;
    },
    { initialProps: { text: 'text 0' } },
  );
  for (let ms = 10; ms <= 6000; ms += 10) {
    rerender({ text: `text ${ms}` });
    act(() => void vi.advanceTimersByTime(10));
  }
  expect(changes.length).toBeGreaterThanOrEqual(4);
  changes.slice(1).forEach((at, index) => {
    // Less a step: a change is rendered at the end of the step in which it is due.
    expect(at - (changes[index] ?? 0)).toBeGreaterThanOrEqual(1490);
  });
  act(() => void vi.advanceTimersByTime(1500));
  expect(result.current).toBe('text 6000');
});
