import { expect, test } from 'vitest';

import { lineIn, locate, nameOf, pathOf, withValue } from './paths.ts';

const text = '{ "a": [1, {"b": "x, \\"}"}],\n  "c": {"d": -3} }';
const found = (name: string) => {
  const span = locate(text, pathOf(name) ?? []);
  return span && text.slice(span.from, span.to);
};

test('a place of a document is found in its text', () => {
  expect(found('a[0]')).toBe('1');
  expect(found('a[1].b')).toBe('"x, \\"}"');
  expect(found('c.d')).toBe('-3');
  expect(found('c')).toBe('{"d": -3}');
});

test('what is not there leads to the group around it', () => {
  expect(found('c.e')).toBe('{');
  expect(locate(text, ['c', 'e'])?.from).toBe(text.indexOf('{"d"'));
  expect(locate('', ['c'])?.from).toBe(0);
});

test('a line and a column of a sentence are a place too', () => {
  const span = lineIn(text, 'This is not JSON: expected value, at line 2, column 3.');
  expect(text.slice(span?.from)).toMatch(/^"c"/);
  expect(lineIn(text, 'Something else.')).toBeNull();
});

test('names and paths are the same', () => {
  const name = 'machine.zones[0].present_pages';
  expect(pathOf(name)).toEqual(['machine', 'zones', 0, 'present_pages']);
  expect(nameOf(pathOf(name) ?? [])).toBe(name);
  expect(pathOf('document')).toBeNull();
});

test('a change keeps all other parts', () => {
  const before = { a: { b: 1, other: [1] }, odd: null };
  expect(withValue(before, ['a', 'b'], 2)).toEqual({ a: { b: 2, other: [1] }, odd: null });
  expect(withValue(before, ['a', 'b'], undefined)).toEqual({ a: { other: [1] }, odd: null });
  expect(before.a.b).toBe(1);
});
