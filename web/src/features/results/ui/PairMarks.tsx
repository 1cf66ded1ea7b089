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
