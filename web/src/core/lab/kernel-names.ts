/** Names of page flags and kernel functions, each explained in one sentence. */
const FLAGS: Readonly<Record<string, string>> = {
  PG_locked: 'A task holds the lock of the page, usually for a read or a write.',
  PG_dirty: 'The page is newer than its copy on disk.',
  PG_writeback: 'The page is being written to its device.',
  PG_reclaim: 'When its write ends, the page moves to the tail of its list, to be freed next.',
  PG_referenced: 'The page was used since reclaim last looked at it.',
  PG_active: 'The page belongs to an active list.',
  PG_swapcache: 'The page has a slot in the swap area.',
  PG_swapbacked: 'Reclaim can write the page only to swap.',
  PG_lru: 'The page is on an LRU list.',
  PG_private: 'The filesystem has its own data about the page, such as buffer heads.',
  PG_unevictable: 'Reclaim may not take the page.',
};

const FUNCTIONS: Readonly<Record<string, string>> = {
  balance_dirty_pages: 'Makes a writer wait while too many pages are dirty.',
  isolate_lru_pages: 'Takes pages from the tail of an LRU list, in a batch, for reclaim.',
  putback_lru_pages: 'Returns pages that reclaim did not free to their lists.',
  shrink_page_list: 'Decides for each page of a batch whether to free, write or keep it.',
  shrink_active_list: 'Moves pages from an active list to the inactive one.',
  pageout: 'Writes a single dirty page for reclaim.',
  add_to_swap: 'Gives an anonymous page a slot in the swap area.',
  __remove_mapping: 'Takes a page out of the page cache, so that it can be freed.',
  end_page_writeback: 'Ends the write of a page.',
  set_page_writeback: 'Begins the write of a page.',
  set_page_dirty: 'Marks a page as newer than its copy on disk.',
  add_to_page_cache_lru: 'Adds a page to a file in the page cache.',
  ____pagevec_lru_add: 'Puts new pages at the head of their LRU lists.',
  mark_page_accessed: 'Notes that a program has used a page.',
  do_anonymous_page: 'Gives a program a new page for its heap or stack.',
  swapin_readahead: 'Reads pages from the swap area.',
  free_hot_cold_page: 'Returns a page to the free ones.',
};

/** Returns what a flag or a function means; undefined for other names. */
export function meaningOf(name: string): string | undefined {
  return FLAGS[name] ?? FUNCTIONS[name];
}
