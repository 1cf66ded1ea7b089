/** The figures that nothing in the simulation can be compared with, by the reason: folded, since there are many. */
import type { ReactElement } from 'react';

import { Line } from '../../../widgets/Words.tsx';
import { formatPair } from '../figures.ts';
import { useResults } from '../store.ts';
import { notesOf, type PlacedLine } from '../tables.ts';
import { figureTitle, rowTitle } from '../titles.ts';

const NO_FAILURES: ReadonlyMap<number, string> = new Map();

interface NotSimulatedProps {
  lines: readonly PlacedLine[];
  /** Whether the figures are of one row, so that it need not be named. */
  byRow: boolean;
}

/** The reasons, each with its figures as they were published. */
export function NotSimulated({ lines, byRow }: NotSimulatedProps): ReactElement | null {
  const asked = useResults((state) => state.filter === 'not_modelled');
  if (lines.length === 0) {
    return null;
  }
  const count = lines.length === 1 ? '1 figure is' : `${lines.length} figures are`;
  return (
    <details className="not-simulated" open={asked}>
      <summary>{`${count} not simulated`}</summary>
      <dl>
        {notesOf(lines, NO_FAILURES).map(({ text, lines: numbers }) => (
          <div key={text}>
            <dt>
              <Line text={text} />
            </dt>
            {lines
              .filter(({ number }) => numbers.includes(number))
              .map((placed) => (
                <dd key={placed.number}>
                  {byRow ? figureTitle(placed.line) : rowTitle(placed.row)}{' '}
                  <span className="number quiet">{valueOf(placed)}</span>
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function valueOf({ line: { old, new: now, unit } }: PlacedLine): string {
  const value = formatPair(old, now, old !== null && now !== null);
  return unit === 'events' ? value : `${value} ${unit}`;
}
