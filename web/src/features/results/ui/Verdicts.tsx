/** Verdicts in numbers: as a bar and as tiles, and what each of them means. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import {
  VERDICT_NAMES,
  VERDICT_STATES,
  type VerdictState,
} from '../../../core/published/verdicts.ts';
import { VerdictIcon, VerdictName } from '../../../widgets/FigureVerdict.tsx';
import { useResults } from '../store.ts';
import { STANDING_MEANING, countVerdicts, type PlacedLine } from '../tables.ts';

const WIDTH = 120;

/** The bar; the figures stand in the table beside it. */
export function VerdictBar({ counts }: { counts: Record<VerdictState, number> }): ReactElement {
  const all = VERDICT_STATES.reduce((sum, verdictState) => sum + counts[verdictState], 0);
  const ends = VERDICT_STATES.map((_, at) =>
    VERDICT_STATES.slice(0, at + 1).reduce((sum, verdictState) => sum + counts[verdictState], 0),
  );
  const x = (count: number) => (all === 0 ? 0 : (count * WIDTH) / all);
  return (
    <svg
      className="verdict-bar"
      viewBox={`0 0 ${WIDTH} 10`}
      width={WIDTH}
      height="10"
      aria-hidden="true"
    >
      {VERDICT_STATES.map((verdictState, at) => {
        const end = ends[at] ?? 0;
        const width = x(counts[verdictState]);
        return (
          width > 0 && (
            <rect
              key={verdictState}
              className={`verdict-${verdictState}`}
              x={x(end - counts[verdictState])}
              width={Math.max(0.5, width - 1)}
              height="10"
            />
          )
        );
      })}
    </svg>
  );
}

/** A tile for each verdict that there is: pressed, it shows only the figures that have it. */
export function Counts({ lines }: { lines: readonly PlacedLine[] }): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const counts = countVerdicts(lines, judged, failures);
  // That nothing is reproduced is told; that nothing is weak need not be.
  const anything = lines.some(({ number }) => judged.has(number));
  const shown = VERDICT_STATES.filter(
    (verdictState) =>
      counts[verdictState] > 0 ||
      verdictState === filter ||
      (anything && verdictState === 'reproduced'),
  );
  return (
    <div className="counts-card">
      <ul className="counts" aria-label="Verdicts">
        {shown.map((verdictState) => (
          <li key={verdictState} data-verdict={verdictState}>
            <button
              type="button"
              className="card count"
              aria-pressed={filter === verdictState}
              onClick={() =>
                useResults.setState({ filter: filter === verdictState ? null : verdictState })
              }
            >
              <span className="count-number number">
                {formatCount(counts[verdictState])}
                {verdictState === 'reproduced' && <small> of {formatCount(lines.length)}</small>}
              </span>
              <span className="count-words">
                <VerdictIcon verdictState={verdictState} />
                {VERDICT_NAMES[verdictState]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {filter !== null && (
        <p className="filter-line">
          {`Only figures with the verdict “${VERDICT_NAMES[filter]}” are shown. `}
          <button
            type="button"
            className="link-button"
            onClick={() => useResults.setState({ filter: null })}
          >
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

/** What each verdict means. */
export function VerdictMeanings(): ReactElement {
  return (
    <details className="meanings">
      <summary>How a figure is judged</summary>
      <dl>
        {Object.entries(STANDING_MEANING).map(([verdictState, meaning]) => (
          <div key={verdictState}>
            <dt>
              <VerdictName verdictState={verdictState as VerdictState} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
