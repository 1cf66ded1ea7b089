/** A verdict as a shape, a colour and words. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { useResults } from '../store.ts';
import {
  STANDING_MEANING,
  VERDICT_NAMES,
  type VerdictState,
  VERDICT_STATES,
  countVerdicts,
  type PlacedLine,
} from '../tables.ts';

/** Shapes of 12 by 12. */
export const SHAPES: Record<VerdictState, string> = {
  reproduced: 'M4.8 10 1.2 6.4l1.3-1.3 2.3 2.3 4.7-4.8 1.3 1.3z',
  direction_only: 'M6 1.5 11 10.5H1zM6 5 4 8.8h4z',
  missed:
    'M2.6 1.3 6 4.7l3.4-3.4 1.3 1.3L7.3 6l3.4 3.4-1.3 1.3L6 7.3l-3.4 3.4-1.3-1.3L4.7 6 1.3 2.6z',
  noise:
    'M1 5.2c2-2.4 3.4-.9 5-.1 1.6.8 2.7.9 4.3-1.1L11.3 5.5c-2 2.4-3.7 1.8-5.3 1C4.4 5.7 3.5 5.1 2.1 6.9z',
  weak: 'M1 5.2c2-2.4 3.4-.9 5-.1 1.6.8 2.7.9 4.3-1.1L11.3 5.5c-2 2.4-3.7 1.8-5.3 1C4.4 5.7 3.5 5.1 2.1 6.9z',
  not_modelled: 'M1.5 5.2h9v1.6h-9z',
  too_small: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 1.7a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  failed: 'M5.1 1.5h1.8v5.5H5.1zM5.1 8.5h1.8v1.9H5.1z',
  waiting: 'M2 5h2v2H2zM5 5h2v2H5zM8 5h2v2H8z',
};

/** The shape alone. */
export function VerdictIcon({ verdictState }: { verdictState: VerdictState }): ReactElement {
  return (
    <svg
      className={`verdict-mark verdict-${verdictState}`}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
    >
      <path d={SHAPES[verdictState]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/** Shape and words. */
export function VerdictName({ verdictState }: { verdictState: VerdictState }): ReactElement {
  return (
    <span className={`verdict-name verdict-${verdictState}`}>
      <VerdictIcon verdictState={verdictState} />
      {VERDICT_NAMES[verdictState]}
    </span>
  );
}

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
