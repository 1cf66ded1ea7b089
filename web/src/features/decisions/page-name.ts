/** Pages by their names in words, and where another lane has them. */
import type { PageFound, PageName } from '../../engine/types.ts';
import { formatCount } from '../../base/format.ts';

/** A page in words that mean the same in both lanes. */
export function pageText(page: PageName): string {
  if (page.kind === 'anon') {
    return `page ${formatCount(page.vpn)} of address space ${page.space}`;
  }
  if (page.kind === 'block_device') {
    return `page ${formatCount(page.index)} of the block device`;
  }
  const { by, nth, index } = page;
  const file = by === null ? `mapping ${nth}` : `the ${ordinal(nth + 1)} file of ${by}`;
  return `page ${formatCount(index)} of ${file}`;
}

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  const teen = Math.floor(number / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${formatCount(number)}${ending}`;
}

/** Where a page is that is in no frame. */
export function absenceText(found: Exclude<PageFound, { where: 'memory' }>): string {
  switch (found.where) {
    case 'swap':
      return `is in the swap area alone, slot ${formatCount(found.slot)}`;
    case 'nowhere':
      return 'is not in memory';
    case 'no_file':
      return 'is not there: its file is gone, or not made yet';
  }
}
