/** The explanations of the measures. They are not in the first files of the page: their places have no tooltip yet. */
import type { MeaningId, Metric } from '../../core/figures/metrics.ts';

const EXPLANATIONS: Readonly<Record<MeaningId, string>> = {
  throughput:
    'Data read or written per second: mean of the last 10 s, or of the whole run once it has ended. “B vs. A” compares all data since the start.',
  nr_vmscan_write: 'Pages written one by one by reclaim, not by the flusher.',
  allocstall: 'How often a task had to reclaim memory itself before it got a page.',
  pgrotated: 'Pages moved to the tail of their list when their writeback ended.',
  efficiency: 'kswapd_steal as a share of pgscan_kswapd, of the whole run so far.',
  dirty:
    'nr_dirty plus nr_writeback of the machine. Dashed lines: the background limit, above which the flusher writes, and the dirty limit. Writers are not throttled below the freerun ceiling, halfway between the two. Above it, balance_dirty_pages throttles each task at its own limit, which is below the dirty limit.',
  'dirty-zone':
    'nr_dirty plus nr_writeback of ZONE as a share of its free, file and anonymous pages.',
};

/** Why a higher value of a measure is good, bad or neither. */
const REASONS: Readonly<Record<MeaningId, string>> = {
  throughput: 'More of the workload is done in the same time.',
  nr_vmscan_write:
    'Reclaim writes single pages in LRU order. Devices write long runs of a file faster.',
  allocstall: 'A task in direct reclaim cannot do its own work.',
  pgrotated:
    'pgrotated counts pages written by reclaim and pages marked for immediate reclaim. Some patches increase it on purpose.',
  efficiency: 'kswapd spends less CPU time for each page that it frees.',
  dirty: 'Dirty pages below the dirty limit are normal.',
  'dirty-zone':
    'A dirty page must be written, whatever its zone. nr_vmscan_write and allocstall show whether that costs time.',
};

const DIRECTIONS = {
  better: 'More is better.',
  worse: 'More is worse.',
  neutral: 'More is neither better nor worse.',
};

/** Returns the tooltip of a measure: its explanation, and whether and why a higher value is good. */
export function explained({ id, unit, more, meaning, kind, burst }: Metric): string {
  const zone = id.replace('dirty-', '');
  const explanation = EXPLANATIONS[meaning].replace('ZONE', zone);
  const counts = unit === '' ? '' : `In ${unit}. `;
  const peak = burst ? ' An arrow at the top of the chart marks a peak above the scale.' : '';
  const end = kind === 'level' ? ' After the end of a run: the value at its end.' : '';
  return `${counts}${explanation}${end}${peak} ${DIRECTIONS[more]} ${REASONS[meaning]}`;
}
