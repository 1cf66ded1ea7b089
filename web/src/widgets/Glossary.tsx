/** The glossary: the kernel's terms on the page, each explained in one or two sentences. */
import type { ReactElement } from 'react';

import { Line } from './Words.tsx';
import './glossary.css';

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  [
    'page, pfn',
    'A page is a piece of memory of 4 KiB. Its page frame number (pfn) says which piece of the RAM it is.',
  ],
  ['dirty page', 'A page of a file that is newer than its copy on disk.'],
  [
    'anon',
    'Anonymous pages have no file: the heap and the stack of programs. Only swap can take them.',
  ],
  ['zone', 'A range of physical memory with its own free pages, LRU lists and watermarks.'],
  [
    'DMA, DMA32, Normal',
    'The zones of x86-64: DMA is the first 16 MiB, DMA32 the rest below 4 GiB, Normal what is above.',
  ],
  [
    'watermark',
    'A number of free pages of a zone. Below low, kswapd is woken up; above high, it may sleep; below min, a program has to reclaim itself.',
  ],
  [
    'reclaim',
    'Getting free pages back: taking pages from the tail of the inactive LRU lists, and freeing or writing them.',
  ],
  ['kswapd', 'The kernel thread that reclaims in the background.'],
  [
    'direct reclaim, allocstall',
    'A program that needs a page and finds no zone with enough free pages reclaims itself. `allocstall` counts these.',
  ],
  [
    'priority',
    'How hard reclaim tries: it begins at 12, which scans 1/4096 of a list, and scans twice as much at each lower priority.',
  ],
  [
    'flusher',
    'The kernel thread of a device that writes dirty pages in the background, file by file.',
  ],
  ['writeback', 'A page is under writeback while it is being written to its device.'],
  [
    'active, inactive',
    'Each zone keeps two lists for file pages and two for anonymous ones. A page begins on the inactive list, and moves to the active one when it is used again. Reclaim takes pages from the tail of the inactive list.',
  ],
  ['isolated', 'A page is isolated while reclaim has taken it off its list and decides about it.'],
  ['balance_dirty_pages', 'Where the kernel lets a writer wait while too many pages are dirty.'],
  [
    'nr_vmscan_write, pgrotated',
    'Pages that reclaim wrote itself, and those of them that came back to the tail of their list once written, to be freed next.',
  ],
  ['kswapd efficiency', 'Of the pages that kswapd looked at, the share that it freed.'],
];

/** Renders all terms. */
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
