/** How far the runs are, in the header. */
import type { ReactElement } from 'react';

import { formatLeft } from '../../../core/runs/progress.ts';
import { session } from '../session.ts';
import { useResults } from '../store.ts';

/** Runs done of all, workers, and the time that is left. */
export function WorkLine(): ReactElement {
  const work = useResults((state) => state.work);
  if (!work) {
    return <p className="work-line" />;
  }
  const workers = work.workers === 1 ? '1 worker' : `${work.workers} workers`;
  const parts = [
    `${work.done} of ${work.all} runs done`,
    workers,
    ...(work.failed > 0 ? [`${work.failed} failed`] : []),
    ...(work.leftMs === null ? [] : [formatLeft(work.leftMs)]),
  ];
  return (
    <p className="work-line number">
      <progress max={work.all} value={work.done} aria-label="Runs done" />
      {parts.join(' · ')}
    </p>
  );
}

/** Stops the runs. */
export function CancelButton(): ReactElement | null {
  const working = useResults((state) => state.work !== null);
  return working ? (
    <button type="button" className="button" onClick={() => session.cancel()}>
      Cancel
    </button>
  ) : null;
}
