/** What the marks of the drawings mean. */
import type { ReactElement } from 'react';

import { PairMarks } from './PairMarks.tsx';

/** The legend above the tables. */
export function MarksLegend({ measured }: { measured: boolean }): ReactElement {
  const width = measured ? 14 : 44;
  const entry = (kind: 'published' | 'computed', words: string) => (
    <li>
      <svg viewBox={`0 0 ${width} 14`} width={width} height="14" aria-hidden="true">
        <PairMarks kind={kind} y={7} pair={{ old: 7, now: measured ? null : 37, spread: null }} />
      </svg>
      {words}
    </li>
  );
  return (
    <ul className="marks-legend">
      {entry('published', measured ? 'measured' : 'published, old → new')}
      {entry('computed', measured ? 'computed' : 'computed, old → new')}
      {!measured && (
        <li>
          <svg viewBox="0 0 44 14" width="44" height="14" aria-hidden="true">
            <PairMarks kind="computed" y={7} pair={{ old: null, now: 22, spread: [8, 38] }} />
          </svg>
          spread of the seeds
        </li>
      )}
      <li>logarithmic axis; what is 0 stands left of it</li>
    </ul>
  );
}
