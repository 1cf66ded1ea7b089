/** How far the runs are, in the header. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { formatLeft } from '../../../core/runs/progress.ts';
import { session } from '../session.ts';
import { useStudies } from '../store.ts';

/** Runs done of all, workers, and the time that is left. */
export function WorkLine(): ReactElement {
  const work = useStudies((state) => state.work);
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

/** Stops the runs. */
export function CancelButton(): ReactElement | null {
  const working = useStudies((state) => state.work !== null);
  return working ? (
    <button type="button" className="button" onClick={() => session.cancel()}>
      Cancel
    </button>
  ) : null;
}
