/** What a patch does in the run that is shown, as one figure. */
import { formatSigned } from '../../base/format.ts';

/** A lane as far as it has come. */
export interface Progress {
  nowNs: number;
  finished: boolean;
  value(name: 'bytes_done'): number;
}

/** B against A: time at the end, data at the same moment before; null while they do not differ by a percent. */
export function effectWords(a: Progress | null, b: Progress | null): string | null {
  if (!a || !b) {
    return null;
  }
  if (a.finished && b.finished) {
    return percent(a.nowNs, b.nowNs, 'time');
  }
  return a.nowNs === b.nowNs ? percent(a.value('bytes_done'), b.value('bytes_done'), 'data') : null;
}

function percent(a: number, b: number, what: string): string | null {
  const change = a === 0 ? 0 : Math.round((b / a - 1) * 100);
  return change === 0 ? null : `${formatSigned(change, '%')} ${what}`;
}
