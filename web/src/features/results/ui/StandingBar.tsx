/** Shares of the verdicts as a bar. */
import type { ReactElement } from 'react';

import { STANDINGS, type Standing } from '../tables.ts';

const WIDTH = 120;

/** The bar; the figures stand in the table beside it. */
export function StandingBar({ counts }: { counts: Record<Standing, number> }): ReactElement {
  const all = STANDINGS.reduce((sum, standing) => sum + counts[standing], 0);
  const ends = STANDINGS.map((_, at) =>
    STANDINGS.slice(0, at + 1).reduce((sum, standing) => sum + counts[standing], 0),
  );
  const x = (count: number) => (all === 0 ? 0 : (count * WIDTH) / all);
  return (
    <svg
      className="standing-bar"
      viewBox={`0 0 ${WIDTH} 10`}
      width={WIDTH}
      height="10"
      aria-hidden="true"
    >
      {STANDINGS.map((standing, at) => {
        const end = ends[at] ?? 0;
        const width = x(counts[standing]);
        return (
          width > 0 && (
            <rect
              key={standing}
              className={`standing-${standing}`}
              x={x(end - counts[standing])}
              width={Math.max(0.5, width - 1)}
              height="10"
            />
          )
        );
      })}
    </svg>
  );
}
