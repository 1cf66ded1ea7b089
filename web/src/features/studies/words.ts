/** Counts, and how long a study takes before it is started, in words. */
import { formatCount, formatNumber } from '../../base/format.ts';
import { poolSize } from '../../core/runs/pool.ts';
import type { RunTime } from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A stretch of wall time as one would say it. */
function durationWords(ms: number): string {
  if (ms < SECOND) {
    return 'less than a second';
  }
  if (ms < 90 * SECOND) {
    return `${formatCount(ms / SECOND)} s`;
  }
  if (ms < 90 * MINUTE) {
    return `${formatCount(ms / MINUTE)} min`;
  }
  return `${formatNumber(ms / HOUR, ms < 10 * HOUR ? 1 : 0)} h`;
}

/** What is known of the time that so many runs take here. */
export function estimateWords(
  runs: number,
  time: RunTime | null,
  processors = navigator.hardwareConcurrency || 1,
): string {
  if (runs === 0) {
    return '';
  }
  if (!time) {
    return 'How long it takes is known after the first run.';
  }
  const workers = Math.min(poolSize(processors), runs);
  const allMs = (time.ms * runs) / workers;
  const using = workers === 1 ? 'one worker' : `${workers} workers`;
  const each =
    time.ms < SECOND ? `${formatCount(time.ms)} ms` : `${formatNumber(time.ms / SECOND, 1)} s`;
  if (time.more) {
    return `A run takes more than ${each} here: more than ${durationWords(allMs)} in all with ${using}.`;
  }
  const about = allMs < SECOND ? '' : 'about ';
  return `A run takes about ${each} here: ${about}${durationWords(allMs)} in all with ${using}.`;
}

/** “1 run”, “2 runs”. */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}
