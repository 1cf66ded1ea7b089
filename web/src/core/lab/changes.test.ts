import { expect, test } from 'vitest';

import { UndoHistory } from './changes.ts';

test('changes are taken back and made again in their order', () => {
  const history = new UndoHistory<string>();
  history.remember('first', 'one');
  history.remember('second', 'two');
  expect(history.undo(() => 'three')).toBe('two');
  expect(history.undo(() => 'two')).toBe('one');
  expect(history.undo(() => 'one')).toBeNull();
  expect(history.redo(() => 'one')).toBe('two');
  expect(history.state).toEqual({ undoes: 'first', redoes: 'second' });
});

test('a new change forgets what was taken back', () => {
  const history = new UndoHistory<string>();
  history.remember('first', 'one');
  history.undo(() => 'two');
  history.remember('other', 'one');
  expect(history.redo(() => 'three')).toBeNull();
});

test('a change that was refused is passed over', () => {
  const history = new UndoHistory<string>();
  history.remember('first', 'one');
  history.remember('refused', 'two');
  expect(history.undo(() => 'two')).toBe('one');
});

test('turns of the wheel that follow closely are one change, and what follows late is another', () => {
  const history = new UndoHistory<number>();
  for (let turn = 0; turn < 50; turn += 1) {
    history.rememberRun('zoom', turn, turn * 900);
  }
  history.rememberRun('zoom', 50, 50 * 900 + 2000);
  expect(history.undo(() => 51)).toBe(50);
  expect(history.undo(() => 50)).toBe(0);
});

test('a run of another name, and any change between, begin anew', () => {
  const history = new UndoHistory<number>();
  history.rememberRun('zoom', 0, 0);
  history.rememberRun('move', 1, 100);
  history.remember('pin', 2);
  history.rememberRun('move', 3, 200);
  expect(history.kept.past.map(({ what }) => what)).toEqual(['zoom', 'move', 'pin', 'move']);
});

test('a gesture is one change however long it takes, and never part of the one before', () => {
  const history = new UndoHistory<number>();
  history.rememberRun('move', 0, 0);
  history.hold(true);
  history.rememberRun('move', 1, 100);
  history.rememberRun('move', 2, 60_000);
  // Pinching also moves the map: within one gesture, zoom and move are one change.
  history.rememberRun('zoom', 2, 60_050);
  history.hold(false);
  history.rememberRun('move', 3, 60_100);
  expect(history.kept.past.map(({ there }) => there)).toEqual([0, 1, 3]);
});

test('what is taken back begins a new run', () => {
  const history = new UndoHistory<number>();
  history.rememberRun('zoom', 0, 0);
  history.undo(() => 1);
  history.rememberRun('zoom', 0, 10);
  expect(history.state).toEqual({ undoes: 'zoom', redoes: null });
});
