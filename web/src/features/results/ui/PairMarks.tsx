/** The marks of one pair of figures: hollow for the old kernel, filled for the new. */
import type { ReactElement } from 'react';

import type { MarkPair } from '../marks.ts';

interface PairMarksProps {
  kind: 'published' | 'computed';
  pair: MarkPair;
  y: number;
}

/** To stand in a drawing. */
export function PairMarks({ kind, pair: { old, now, spread }, y }: PairMarksProps): ReactElement {
  return (
    <g className={`marks marks-${kind}`}>
      {spread && <line className="marks-spread" x1={spread[0]} x2={spread[1]} y1={y} y2={y} />}
      {old !== null && now !== null && (
        <line className="marks-change" x1={old} x2={now} y1={y} y2={y} />
      )}
      {old !== null && <circle className="marks-old" cx={old} cy={y} r="5" />}
      {now !== null && <circle className="marks-new" cx={now} cy={y} r="3.5" />}
    </g>
  );
}

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
      <li>Log scale; zeros are left of the axis.</li>
    </ul>
  );
}
