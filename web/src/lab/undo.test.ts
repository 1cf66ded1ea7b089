import { expect, test } from 'vitest';

import type { Scenario } from '../engine/types.ts';
import { UndoHistory } from './undo.ts';

const scenario = (title: string) => ({ title }) as Scenario;
const [one, two, three] = ['one', 'two', 'three'].map(scenario) as [Scenario, Scenario, Scenario];

test('changes are taken back and made again in their order', () => {
  const history = new UndoHistory();
  history.remember(one);
  history.remember(two);
  expect(history.undo(three)).toBe(two);
  expect(history.undo(two)).toBe(one);
  expect(history.undo(one)).toBeNull();
  expect(history.redo(one)).toBe(two);
  expect(history.state).toEqual({ canUndo: true, canRedo: true });
});

test('a new change forgets what was taken back', () => {
  const history = new UndoHistory();
  history.remember(one);
  history.undo(two);
  history.remember(one);
  expect(history.redo(three)).toBeNull();
});

test('a change that was refused is passed over', () => {
  const history = new UndoHistory();
  history.remember(one);
  history.remember(two);
  expect(history.undo(scenario('two'))).toBe(one);
});
