import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import { CaptionLine } from './CaptionLine.tsx';

afterEach(cleanup);

test('on the way to a moment a lane says so, and at the moment what happens there', () => {
  const state = {
    history: { length: 0, rowAt: () => 0 },
    index: { value: (_: unknown, name: string) => Number(name === 'pgscan_kswapd') },
    now: new Float64Array(0),
    nowNs: 20e9,
    finished: false,
    description: { zones: [], tasks: [{ name: 'dd', kind: 'user' }] },
    strip: null,
  } as unknown as LaneState;
  useLab.setState({ goalNs: 120e9, playing: true });
  const { container } = render(<CaptionLine state={state} />);
  expect(container.textContent).toBe('Computing…');
  state.nowNs = 120e9;
  act(() => useLab.setState({ goalNs: null }));
  expect(container.textContent).toContain('kswapd sleeps');
});
