/** The glossary: the kernel's terms on the page, each explained in one or two sentences. */
import type { ReactElement } from 'react';

import { Line } from './Words.tsx';
import './glossary.css';

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['page, pfn', 'A page is 4 KiB of memory. Its page frame number (pfn) is its position in RAM.'],
  ['dirty page', 'A page of a file that is newer than its copy on disk.'],
  [
    'anon',
    'Anonymous pages belong to no file: the heap and the stack of programs. Reclaim can write them only to swap.',
  ],
  ['zone', 'A range of physical memory with its own free pages, LRU lists and watermarks.'],
  [
    'DMA, DMA32, Normal',
    'The zones of x86-64: DMA is the first 16 MiB, DMA32 the rest below 4 GiB, Normal everything above.',
  ],
  [
    'watermark',
    'A threshold for the free pages of a zone. Below low, kswapd is woken; above high, it may sleep; below min, a program must reclaim memory itself.',
  ],
  [
    'reclaim',
    'How the kernel gets free pages: it takes pages from the tail of the inactive LRU lists, and frees or writes them.',
  ],
  ['kswapd', 'The kernel thread that reclaims in the background.'],
  [
    'direct reclaim, allocstall',
    'A program needs a page, finds no zone with enough free pages, and reclaims memory itself. `allocstall` counts how often.',
  ],
  [
    'priority',
    'How hard reclaim tries. It begins at priority 12, where it scans 1/4096 of a list. Each lower priority scans twice as much.',
  ],
  ['flusher', 'A device’s kernel thread that writes dirty pages in the background, file by file.'],
  ['writeback', 'A page is under writeback while it is being written to its device.'],
  [
    'active, inactive',
    'Each zone keeps two lists for file pages and two for anonymous ones. A page begins on the inactive list, and moves to the active one when it is used again. Reclaim takes pages from the tail of the inactive list.',
  ],
  ['isolated', 'Reclaim has taken the page off its list and decides what to do with it.'],
  [
    'balance_dirty_pages',
    'The kernel function in which a writer waits while too many pages are dirty.',
  ],
  [
    'nr_vmscan_write, pgrotated',
    '`nr_vmscan_write` counts pages that reclaim wrote itself. `pgrotated` counts pages that moved to the tail of their list when their write ended, to be freed next.',
  ],
  ['kswapd efficiency', 'Pages that kswapd freed, as a share of the pages that it scanned.'],
];

export function Glossary(): ReactElement {
  return (
    <dl className="glossary">
      {WORDS.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <Line text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
