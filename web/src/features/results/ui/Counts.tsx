/** How many figures there are of each verdict. */
import type { ReactElement } from 'react';

import { useResults } from '../store.ts';
import { STANDINGS, STANDING_WORDS, countStandings, type PlacedLine } from '../tables.ts';
import { StandingMark } from './Standing.tsx';

/** A tile for each verdict that there is. */
export function Counts({ lines }: { lines: readonly PlacedLine[] }): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const counts = countStandings(lines, judged, failures);
  // That nothing is reproduced is told; that nothing is weak need not be.
  const anything = lines.some(({ number }) => judged.has(number));
  const shown = STANDINGS.filter(
    (standing) => counts[standing] > 0 || (anything && standing === 'reproduced'),
  );
  return (
    <ul className="counts" aria-label="Verdicts">
      {shown.map((standing) => (
        <li key={standing} className="card count" data-standing={standing}>
          <span className="count-number number">
            {counts[standing]}
            {standing === 'reproduced' && <small> of {lines.length}</small>}
          </span>
          <span className="count-words">
            <StandingMark standing={standing} />
            {STANDING_WORDS[standing]}
          </span>
        </li>
      ))}
    </ul>
  );
}
