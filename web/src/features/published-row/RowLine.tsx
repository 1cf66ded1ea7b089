/** A row of the Results page in a line: its figures as published and as computed, and the way back to it. */
import { useEffect, useState, type ReactElement } from 'react';

import { plainTitle } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { rowHash, type RowPlace } from '../../core/link/results-route.ts';
import { figureTitle, formatPair } from '../../core/published.ts';
import { VerdictName } from '../../widgets/FigureVerdict.tsx';
import { fetchRow, type Pair, type Row, type RowFigure } from './row-figures.ts';
import './row.css';

/** The first figure of the row, the others once they are asked for; nothing while it is not there, and where there is none. */
export function RowLine({ place }: { place: RowPlace }): ReactElement | null {
  const row = useRow(place);
  const [unfolded, setUnfolded] = useState(false);
  const changed = useLab(
    ({ scenario }) => scenario !== null && plainTitle(scenario.title) !== scenario.title,
  );
  const [first, ...others] = row?.figures ?? [];
  if (!row) {
    return null;
  }
  const published = row.measured ? 'measured' : 'published';
  return (
    <section className="published-row" aria-label="Figures of the Results page">
      {first && <FigureLine figure={first} chosen={row.chosen} {...{ published, changed }} />}
      <p>
        <span className="quiet">{row.kernels.join(' → ')}</span>
        {row.kernels.length === 1 && (
          <span className="quiet">One kernel: A and B are the same run.</span>
        )}
        {row.stale && <span className="quiet">Computed by an earlier version of the model.</span>}
        {changed && <strong>This run was changed: the row is about it without the changes.</strong>}
        {others.length > 0 && (
          <button
            type="button"
            className="link-button"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Less' : moreOf(others.length)}
          </button>
        )}
        <a href={`./results.html${rowHash(place)}`}>The engine’s figures for this row</a>
      </p>
      {unfolded && <Others figures={others} {...{ published, changed }} />}
    </section>
  );
}

function moreOf(figures: number): string {
  return figures === 1 ? '1 more figure' : `${figures} more figures`;
}

interface FigureLineProps {
  figure: RowFigure;
  /** Whether it was chosen on the Results page. */
  chosen: boolean;
  /** What the figures were: published or measured. */
  published: string;
  /** Whether the run that is shown is another than the row's, so that verdicts would be taken for its own. */
  changed: boolean;
}

function FigureLine({ figure, chosen, published, changed }: FigureLineProps): ReactElement {
  return (
    <p className={chosen ? 'is-chosen' : undefined}>
      <span title={chosen ? 'The figure that you chose on the Results page' : undefined}>
        <FigureName {...figure} />
      </span>
      <span>
        <span className="quiet">{published}</span>{' '}
        <strong className="number">{textOf(figure.published, figure)}</strong>
      </span>
      {figure.computed && !changed && (
        <span>
          <span className="quiet">computed</span>{' '}
          <strong className="number">{textOf(figure.computed, figure)}</strong>
        </span>
      )}
      {!changed && <VerdictName verdictState={figure.verdict} />}
    </p>
  );
}

interface OthersProps extends Pick<FigureLineProps, 'published' | 'changed'> {
  figures: RowFigure[];
}

function Others({ figures, published, changed }: OthersProps): ReactElement {
  return (
    <div className="row-others" role="region" aria-label="More figures of this row" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">figure</th>
            <th scope="col">{published}</th>
            {!changed && (
              <>
                <th scope="col">computed</th>
                <th scope="col">verdict</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.metric}>
              <th scope="row">
                <FigureName {...figure} />
              </th>
              <td className="number">{textOf(figure.published, figure)}</td>
              {!changed && (
                <>
                  <td className="number">{figure.computed && textOf(figure.computed, figure)}</td>
                  <td>
                    <VerdictName verdictState={figure.verdict} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the figure is, and its name in the posting where that is another. */
function FigureName({ metric }: Pick<RowFigure, 'metric'>): ReactElement {
  const title = figureTitle({ metric });
  return (
    <>
      {title}
      {title !== metric && (
        <>
          {' '}
          <code>{metric}</code>
        </>
      )}
    </>
  );
}

/** A figure of one kernel may have a computed value for both. */
function textOf([old, now]: Pair, { unit, published }: RowFigure): string {
  const paired = published.every((value) => value !== null);
  const text = formatPair(old, now, paired && old !== null && now !== null);
  return unit === 'events' ? text : `${text} ${unit}`;
}

/** The row; null while it is not there. */
function useRow(place: RowPlace): Row | null {
  const [row, setRow] = useState<Row | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchRow(place, controller.signal).then(setRow, () => undefined);
    return () => controller.abort();
  }, [place]);
  return row;
}
