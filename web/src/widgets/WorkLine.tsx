/** The progress of runs, in the header of a page that carries out many. */
import type { ReactElement } from 'react';

import { formatCount } from '../base/format.ts';
import { formatLeft } from '../core/runs/pool.ts';

interface WorkLineProps {
  /** Null while nothing runs. Times are wall times. */
  work: {
    all: number;
    done: number;
    failed: number;
    workers: number;
    leftMs: number | null;
  } | null;
}

/** Renders the number of runs done, the number of workers and the remaining time. */
export function WorkLine({ work }: WorkLineProps): ReactElement {
  if (!work) {
    return <p className="work-line" />;
  }
  const { all, done, failed, workers, leftMs } = work;
  const parts = [
    `${formatCount(done)} of ${formatCount(all)} runs done`,
    workers === 1 ? '1 worker' : `${workers} workers`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(leftMs === null ? [] : [formatLeft(leftMs)]),
  ];
  return (
    <p className="work-line number">
      <progress max={all} value={done} aria-label="Runs done" />
      {parts.join(' · ')}
    </p>
  );
}
