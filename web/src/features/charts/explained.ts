/** What a measure is, what more of it means and why, in words for who points at it. */
import type { MeaningId } from '../../core/figures/direction.ts';
import type { Metric } from '../../core/figures/metrics.ts';

/** Why more of a measure is good, bad, or neither. */
const REASONS: Readonly<Record<MeaningId, string>> = {
  throughput: 'More of the workload is done in the same time.',
  nr_vmscan_write:
    'Reclaim writes pages alone and in the order of the LRU list; every device is faster at long runs of a file.',
  allocstall: 'A task that reclaims for itself does not do its own work meanwhile.',
  pgrotated:
    'It counts both writes from reclaim and pages marked for immediate reclaim: patches raise it for good reasons.',
  efficiency: 'kswapd spends less CPU time for each page that it frees.',
  dirty: 'Up to the dirty limit, dirty pages are the page cache doing its work.',
  'dirty-zone':
    'A dirty page must be written in whichever zone it is; where that hurts, nr_vmscan_write and allocstall tell.',
};

const DIRECTIONS = {
  better: 'More is better.',
  worse: 'More is worse.',
  neutral: 'More is neither better nor worse.',
};

/** The words. */
export function explained({ explanation, unit, more, meaning }: Metric): string {
  const counts = unit === '' ? '' : `In ${unit}. `;
  return `${counts}${explanation} ${DIRECTIONS[more]} ${REASONS[meaning]}`;
}
