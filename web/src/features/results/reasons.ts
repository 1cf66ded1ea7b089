/** What of a table is not reproduced, and why: a sentence each, from MODEL.md. */

interface Reason {
  posting: string;
  /** Of this table alone; of the whole posting where it is left out. */
  table?: string;
  /** Of these workloads alone. */
  workloads?: readonly string[];
  sentence: string;
}

const REASONS: readonly Reason[] = [
  {
    posting: 'gorman-2010',
    sentence:
      'Not reproduced: that the evict-once patch multiplied the stalls by a thousand. Here most stalls occur in the writing phases, where the end of any write wakes the sleepers; its author did not know the reason either.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['fs_mark'],
    sentence:
      'Not reproduced: the time that the series saved on four disks with little RAM. Drives that order their own queue make reclaim’s jumps cheap here; the real kernels that were measured on a seeking disk do not save time either.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['simple-wb'],
    sentence:
      'Not reproduced: elapsed times, which are a fifth to a half too short on four disks. The posting does not say what its time includes.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['mmap-strm'],
    sentence:
      'Not reproduced: elapsed times, which are 2.6 to 7.5 times as long here, because evicted pages are read back and swap is on one disk. Why the real machine needed less is not known.',
  },
  {
    posting: 'weiner-2011',
    table: 'reclaim print log Normal',
    sentence:
      'Not reproduced: mostly the pages under writeback. The posting has single moments, from 29 to 4,088 pages; the engine’s figure is the mean over all such moments.',
  },
  {
    posting: 'weiner-2011',
    table: 'reclaim print log DMA',
    sentence:
      'Not reproduced: mostly dirty pages and pages under writeback of the small DMA zone. In the posting they range from almost none to all of them; the engine’s figure is the mean over all such moments.',
  },
  {
    posting: 'weiner-2011',
    table: 'perf counters dd fuse-ntfs',
    sentence:
      'Reproduced, but for the number of pages that reclaim writes: it is three quarters of the published one, if that is the sum of six runs. Requests have the same size with and without the patch, 102 kB on average. What the patch saves is copying inside the stick: a page that reclaim writes lies outside the two units (of 4 MiB) that the stick has open, so the stick must close one of them, and copies the rest of it. With seed 1, Linux 3.0 spends 178 s on that, and the patched kernel 0.3 s.',
  },
  {
    posting: 'weiner-2011',
    table: 'fs_mark xfs 2G (preliminary)',
    sentence:
      'Not reproduced in size: reclaim writes more pages here in both kernels, and the patch removes two thirds of them instead of nearly all. Why is not known.',
  },
  {
    posting: 'hansen-2013',
    sentence:
      'Not reproduced: most of the profile. The disk keeps the CPUs idle far longer here, so every share of CPU time is smaller.',
  },
  {
    posting: 'kim-2014',
    sentence:
      'Not reproduced: what is read back from swap, which is 1.4 times as much with the patch here, and what direct reclaim does in the DMA zone. Slab pages and warm working sets, which may end a direct reclaim sooner, are not simulated.',
  },
  {
    posting: 'real-kernel',
    table: 'three runs',
    sentence:
      'Not reproduced: the pages of programs and slab, which are not simulated; naps of kswapd; and part of the scanning, because the anonymous memory is referenced and deactivated less often here.',
  },
  {
    posting: 'real-kernel',
    table: 'more runs',
    sentence:
      'Not reproduced: mostly kswapd’s efficiency with shared mappings and with the block device. Only the workload runs here, so its tasks enter direct reclaim less often.',
  },
  {
    posting: 'real-kernel',
    table: 'disk that seeks',
    sentence:
      'Not reproduced: a few counts of direct reclaim and of rotated pages. Why is not known.',
  },
  {
    posting: 'real-kernel',
    table: 'USB stick',
    sentence:
      'Not reproduced: how long the stick is busy with Linux 3.1. There reclaim went on writing pages of the DMA zone for a minute; here fewer allocations use that zone, so its pages are clean when reclaim reaches them.',
  },
];

/** The sentence for a table; for several workloads in it, one each. */
export function reasonsFor(
  posting: string,
  table: string,
  workloads: ReadonlySet<string>,
): string[] {
  const fitting = REASONS.filter(
    (reason) =>
      reason.posting === posting &&
      (reason.table ?? table) === table &&
      (reason.workloads?.some((workload) => workloads.has(workload)) ?? true),
  );
  return fitting.map(({ sentence }) => sentence);
}
