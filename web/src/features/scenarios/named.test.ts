// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import type { Experiment } from '../../core/storage/files.ts';
import type { Scenario } from '../../engine/types.ts';
import {
  deleteNamed,
  importNamed,
  namedInFile,
  namedText,
  renameNamed,
  saveNamed,
  startNamed,
  undoNamed,
  useNamed,
} from './named.ts';

function experiment(title: string): Experiment {
  return { scenario: { title, machine: {} } as unknown as Scenario, view: {} };
}

const names = () => useNamed.getState().entries.map(({ name }) => name);
const titles = () => useNamed.getState().entries.map(({ scenario }) => scenario.title);

beforeEach(() => {
  window.localStorage.clear();
  useNamed.setState({ entries: [], undo: null });
  saveNamed('one', experiment('1'));
  saveNamed('  two  words ', experiment('2'));
});

test('names are kept by the browser, in their order', () => {
  useNamed.setState({ entries: [] });
  startNamed();
  expect(names()).toEqual(['one', 'two words']);
});

test('a name that is used again replaces, which can be taken back', () => {
  saveNamed('one', experiment('new'));
  expect(titles()).toEqual(['new', '2']);
  undoNamed();
  expect(titles()).toEqual(['1', '2']);
  expect(useNamed.getState().undo).toBeNull();
});

test('a deletion can be taken back', () => {
  deleteNamed('one');
  expect(names()).toEqual(['two words']);
  undoNamed();
  expect(names()).toEqual(['one', 'two words']);
});

test('a name that is taken or empty is not given', () => {
  expect(renameNamed('one', 'two words')).toBe(false);
  expect(renameNamed('one', '  ')).toBe(false);
  expect(renameNamed('one', 'three')).toBe(true);
  expect(names()).toEqual(['three', 'two words']);
});

test('a list is taken in under free names; what is there already comes once', () => {
  const list = namedInFile(namedText([{ name: 'one', ...experiment('other') }]));
  expect(importNamed([...(list ?? []), { name: 'broken' }])).toBe(1);
  expect(names()).toEqual(['one', 'two words', 'one (2)']);
  importNamed(namedInFile(namedText(useNamed.getState().entries)) ?? []);
  expect(names()).toHaveLength(3);
});

test('other files are no lists', () => {
  expect(namedInFile('{"version": 1, "scenarios": []}')).toBeNull();
  expect(namedInFile('[')).toBeNull();
});

test('what another tab has just added stays', () => {
  const key = 'reclaim-lab.scenarios';
  const list = JSON.parse(window.localStorage.getItem(key) ?? '[]') as unknown[];
  const other = { name: 'of another tab', ...experiment('3') };
  window.localStorage.setItem(key, JSON.stringify([...list, other]));
  saveNamed('mine', experiment('4'));
  expect(names()).toEqual(['one', 'two words', 'of another tab', 'mine']);
});
