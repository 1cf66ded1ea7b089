// Compares the page cache with a cache simulator on the same requests, in alternating rounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { reclaim } from './engine.mjs';

const REQUESTS = 5_000_000;

/** @param {string} counters @param {string} name */
function counter(counters, name) {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(counters)?.[1] ?? NaN);
}

/** @param {import('./rows.mjs').Rows} rows @param {{ quick: boolean }} options */
export function benchPeer(rows, { quick }) {
  rows.group(
    'Page cache reads of 5 million requests, Zipf 1.0 over a million pages, beside libCacheSim',
  );
  const folder = mkdtempSync(join(tmpdir(), 'reclaim-peer-'));
  try {
    const trace = join(folder, 'requests.u32');
    reclaim(['trace', 'cache-zipf', '--out', trace]);
    /** @type {Record<'ours' | 'lru' | 'clock', number[]>} */
    const speeds = { ours: [], lru: [], clock: [] };
    /** @type {Record<string, number>} */
    const misses = {};
    for (let n = 0; n < (quick ? 2 : 5); n += 1) {
      const start = performance.now();
      const counters = reclaim(['run', 'cache-zipf', '--format', 'vmstat']);
      speeds.ours.push((REQUESTS / (performance.now() - start)) * 1e3);
      // The program reads without readahead: each miss reads one page of 4 kB.
      misses['ours'] = counter(counters, 'pgpgin') / 4 / REQUESTS;
      const room = counter(counters, 'nr_active_file') + counter(counters, 'nr_inactive_file');
      const args = [
        join(root, 'bench/peer.py'),
        trace,
        String(room),
        ...(n === 0 ? ['--model'] : []),
      ];
      const peer = spawnSync('python3', args, { encoding: 'utf8' });
      if (peer.status !== 0) {
        rows.say(
          peer.status === 3 || peer.error
            ? 'No peer: it takes python3 with the package libcachesim.'
            : `The peer failed: ${peer.stderr.trim()}`,
        );
        break;
      }
      /** @type {Record<string, { misses: number, per_second?: number }>} */
      const result = JSON.parse(peer.stdout);
      for (const [name, { misses: share, per_second: speed }] of Object.entries(result)) {
        misses[name] = share;
        if (speed !== undefined && (name === 'lru' || name === 'clock')) {
          speeds[name].push(speed);
        }
      }
    }
    const millions = (/** @type {number[]} */ values) => values.map((value) => value / 1e6);
    rows.add(
      'cache-zipf reclaim run, start and drawing included',
      'M requests/s',
      millions(speeds.ours),
    );
    rows.add('cache-zipf libCacheSim LRU', 'M requests/s', millions(speeds.lru));
    rows.add('cache-zipf libCacheSim Clock', 'M requests/s', millions(speeds.clock));
    for (const [name, title] of [
      ['ours', 'the page cache'],
      ['two_lists', 'two plain lists'],
      ['lru', 'libCacheSim LRU'],
      ['clock', 'libCacheSim Clock'],
    ]) {
      const share = misses[name ?? ''];
      rows.add(`cache-zipf misses of ${title}`, '%', share === undefined ? [] : [share * 100]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
