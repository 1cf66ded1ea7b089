// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { showWhy, useWhy } from './why.ts';

beforeEach(() => {
  vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  const mark = { name: 'kswapd_wakes' as const, at_ns: 9e9, text: 'kswapd wakes' };
  useLab.setState({ scenario: openingScenario, marks: { a: [mark], b: [] } });
  showWhy(84.6e9);
});

test('the way stays while its run does', () => {
  const { marks } = useLab.getState();
  useLab.setState({ goalNs: 84.6e9, marks: { ...marks, b: marks.a } });
  expect(useWhy.getState().why?.run).toBe(openingScenario);
});

test('it is left where the same scenario begins again', () => {
  useLab.setState({ marks: { a: [], b: [] } });
  expect(useWhy.getState().why).toBeNull();
});

test('a reset does not bring it back', () => {
  useLab.setState({ scenario: { ...openingScenario, seed: 2 } });
  useLab.setState({ scenario: openingScenario });
  expect(useWhy.getState().why).toBeNull();
});
