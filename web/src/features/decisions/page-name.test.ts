import { expect, test } from 'vitest';

import { absenceText, ordinal, pageText } from './page-name.ts';

test('pages have names that hold in both lanes', () => {
  expect(pageText({ kind: 'file', by: 'dd', nth: 0, index: 1200 })).toBe(
    'page 1,200 of the 1st file of dd',
  );
  expect(pageText({ kind: 'file', by: null, nth: 3, index: 7 })).toBe('page 7 of mapping 3');
  expect(pageText({ kind: 'block_device', filesystem: 0, index: 4096 })).toBe(
    'page 4,096 of the block device',
  );
  expect(pageText({ kind: 'anon', space: 2, vpn: 9 })).toBe('page 9 of address space 2');
});

test('numbers of files end as they are spoken', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 101, 111, 122].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '101st',
    '111th',
    '122nd',
  ]);
});

test('a page that is in no frame is said to be elsewhere', () => {
  expect(absenceText({ where: 'swap', slot: 4 })).toBe('is in the swap area alone, slot 4');
  expect(absenceText({ where: 'nowhere' })).toBe('is not in memory');
  expect(absenceText({ where: 'no_file' })).toMatch(/gone/);
});
