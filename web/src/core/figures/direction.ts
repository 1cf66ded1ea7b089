/** Whether more of a measure is better, worse, or neither: the one place that decides what is coloured. */

/** What more of a measure means. */
export type Direction = 'better' | 'worse' | 'neutral';

interface Meaning {
  more: Direction;
  /** Why, in a sentence. */
  reason: string;
}

/** By the id of the measure; that of a zone by what stands before the zone's name. */
const MEANINGS = {
  throughput: {
    more: 'better',
    reason: 'More of the workload is done in the same time.',
  },
  nr_vmscan_write: {
    more: 'worse',
    reason:
      'Reclaim writes pages alone and in the order of the LRU list; every device is faster at long runs of a file.',
  },
  allocstall: {
    more: 'worse',
    reason: 'A task that reclaims for itself does not do its own work meanwhile.',
  },
  pgrotated: {
    more: 'neutral',
    reason:
      'It counts both writes from reclaim and pages marked for immediate reclaim: patches raise it for good reasons.',
  },
  efficiency: {
    more: 'better',
    reason: 'kswapd spends less CPU time for each page that it frees.',
  },
  dirty: {
    more: 'neutral',
    reason: 'Up to the dirty limit, dirty pages are the page cache doing its work.',
  },
  'dirty-zone': {
    more: 'neutral',
    reason:
      'A dirty page must be written in whichever zone it is; where that hurts, nr_vmscan_write and allocstall tell.',
  },
} as const satisfies Record<string, Meaning>;

/** A measure that has a meaning. */
export type MeaningId = keyof typeof MEANINGS;

/** What more of it means, and why. */
export function meaningOf(id: MeaningId): Meaning {
  return MEANINGS[id];
}
