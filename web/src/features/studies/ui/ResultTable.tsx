/** The combinations of a study with one measure, as a table. */
import { useState, type ReactElement } from 'react';

import { formatTick } from '../../../base/format.ts';
import { titleOfMeasure } from '../measures.ts';
import { labAddress } from '../route.ts';
import type { PointResult, StudyResult } from '../types.ts';

/** Rows that are added at once: ten thousand would take the page a second. */
const ROWS = 100;

interface ResultTableProps {
  result: StudyResult;
  measure: string;
}

/** The table. */
export function ResultTable({ result, measure }: ResultTableProps): ReactElement {
  const { factors, points, study } = result;
  const [most, setMost] = useState(ROWS);
  const paired = study.seeds > 1 && points.some((point) => point.lower_in_b[measure]);
  const rows = points.slice(0, most);
  return (
    <>
      <div className="card table-scroll" role="region" aria-label="Combinations" tabIndex={0}>
        <table className="points">
          <thead>
            <tr>
              {factors.map((factor) => (
                <th key={factor} scope="col">
                  {factor}
                </th>
              ))}
              <th scope="col" className="figure">
                {titleOfMeasure(measure)}
              </th>
              {study.seeds > 1 && (
                <th scope="col" className="figure">
                  least to most
                </th>
              )}
              {paired && (
                <th scope="col" className="figure">
                  lower in B
                </th>
              )}
              <th scope="col">
                <span className="visually-hidden">Lab</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <Row
                key={point.levels.join()}
                point={point}
                measure={measure}
                spread={study.seeds > 1}
                paired={paired}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < points.length && (
        <button type="button" className="button" onClick={() => setMost(most + ROWS)}>
          Show {Math.min(ROWS, points.length - rows.length)} more of {points.length}
        </button>
      )}
    </>
  );
}

interface RowProps {
  point: PointResult;
  measure: string;
  spread: boolean;
  paired: boolean;
}

function Row({ point, measure, spread, paired }: RowProps): ReactElement {
  const { labels, link } = point;
  const of = point.spread[measure];
  const lower = point.lower_in_b[measure];
  return (
    <tr>
      {labels.map((label, at) => (
        <td key={at}>{label}</td>
      ))}
      <td className="figure number">{of ? formatTick(of.median) : '–'}</td>
      {spread && (
        <td className="figure number quiet">
          {of && `${formatTick(of.least)} to ${formatTick(of.most)}`}
        </td>
      )}
      {paired && (
        <td className="figure number">{lower && `in ${lower[0]} of ${lower[1]} seeds`}</td>
      )}
      <td>
        <a href={labAddress(link)} aria-label={`Open in the Lab: ${labels.join(', ')}`}>
          Lab
        </a>
      </td>
    </tr>
  );
}
