/** The glossary: the kernel's terms on the page, each explained in one or two sentences. */
import type { ReactElement } from 'react';

import { meaningOf } from '../core/lab/kernel-names.ts';
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
    'The zones of x86-64: DMA is the first 16 MiB, DMA32 the rest below 4 GiB, Normal everything above. Devices need a part of the addresses below 4 GiB, so a machine with 4 GiB of RAM has a part of it in Normal.',
  ],
  [
    'watermark',
    'A threshold for the free pages of a zone. An allocation that finds no zone above low wakes kswapd, which then reclaims until all zones are above high, and in some of them a little further (from 2.6.39 on: the balance gap). If no zone is above min, the program must reclaim memory itself.',
  ],
  [
    'cell of the map',
    'One page frame, or several neighbouring ones in a large zone; the line above the map says how many. A cell of several frames consists of dots: the number of dots in a colour shows the share of its frames in that state.',
  ],
  [
    'bar beside a zone',
    'The free pages of the zone, from none at its foot to all of its pages at its top. The three lines are its watermarks: min, low and high. The bar turns brown below low, and red below min.',
  ],
  [
    'LRU list',
    'Least recently used: a list of pages, roughly in the order of their last use. New pages join at its head, and reclaim takes pages from its tail.',
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
    'Each zone keeps two lists for file pages and two for anonymous ones. A new file page begins on the inactive list, and moves to the active one when it is used again. A new anonymous page begins on the active list. When the inactive list is short compared with the active one, reclaim refills it from the tail of the active list.',
  ],
  [
    'congestion_wait',
    'A kernel function in which a task sleeps until a write to a device ends, or until its time is over: 20 ms in the allocator, when reclaim freed pages but the task still finds none; 100 ms in reclaim, when it makes too little progress. From 2.6.37 on, the allocator and direct reclaim call wait_iff_congested instead, which does not sleep if no queue is congested for the zone.',
  ],
  ['isolate_lru_pages', meaningOf('isolate_lru_pages') ?? ''],
  [
    'PG_dirty, PG_private, …',
    'Flags of a page. PG_private: the filesystem has its own data about the page, such as buffer heads. Zoom in on the map until it shows single pages; a click on a page then explains its other flags.',
  ],
  ['isolated', 'Reclaim has taken the page off its list and decides what to do with it.'],
  [
    'balance_dirty_pages',
    'The kernel function in which a writer waits while too many pages are dirty. It waits below the dirty limit that charts draw: up to 3.1 the limit of a program that writes much is up to an eighth lower, and from 3.2 on the kernel slows writers down before they reach the limit.',
  ],
  [
    'nr_vmscan_write, pgrotated',
    '`nr_vmscan_write` counts pages that reclaim wrote itself. `pgrotated` counts pages that moved to the tail of their list when their write ended, to be freed next.',
  ],
  ['dd', 'A program that reads or writes one large file from its start to its end.'],
  [
    'ntfs-3g, fuse',
    'ntfs-3g is a program that implements the filesystem NTFS. The kernel sends it the requests for files, through an interface called fuse.',
  ],
  [
    'seed',
    'Not a term of the kernel: the number from which this page’s simulator makes the random numbers of a run. Runs that differ only in the seed show how much of a difference is chance.',
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
