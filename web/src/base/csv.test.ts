import { expect, test } from 'vitest';

import { csvText } from './csv.ts';

test('what would be taken for the form of the file is quoted', () => {
  expect(csvText([['plain', 'a,b', 'say "dirty"', 'two\nlines']])).toBe(
    'plain,"a,b","say ""dirty""","two\nlines"\r\n',
  );
});

test('nothing is written for what is not there, and 0 for nothing', () => {
  expect(csvText([[null, undefined, 0, -1.5]])).toBe(',,0,-1.5\r\n');
});
