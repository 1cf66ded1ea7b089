/** A section of a table: the figures, and the same figures as marks on one axis. */
import { useId, useMemo, type ReactElement } from 'react';

import { CHART_WIDTH, layMarks, type SectionMarks } from '../marks.ts';
import { useResults } from '../store.ts';
import type { Section } from '../tables.ts';
import { FigureRow } from './FigureRow.tsx';
import { RowLinks } from './RowLinks.tsx';

interface SectionTableProps {
  section: Section;
  measured: boolean;
}

/** The section. */
export function SectionTable({ section, measured }: SectionTableProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const laid = useMemo(() => layMarks(section, judged), [section, judged]);
  const title = useId();
  const byRow = section.kind === 'row';
  const paired = section.lines.some(({ line }) => line.new !== null && line.old !== null);
  const [first] = section.lines;
  const published = measured ? 'measured' : 'published';
  const old = paired ? ', old → new' : '';
  return (
    <div className="card figures-card">
      <div className="figures-head">
        <h3 id={title}>{section.title}</h3>
        <span className="quiet">{section.note}</span>
        {byRow && first?.row.has_scenario && <RowLinks row={first.line.row} name={section.title} />}
      </div>
      <div className="table-scroll" role="region" aria-labelledby={title} tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">{byRow ? 'figure' : 'row'}</th>
              {laid && (
                <th scope="col" className="figures-marks">
                  <span className="visually-hidden">
                    {`Marks, ${byRow ? `relative to ${published}` : section.note}`}
                  </span>
                  <Axis laid={laid} />
                </th>
              )}
              <th scope="col" className="figure">{`${published}${old}`}</th>
              <th scope="col" className="figure">{`computed${old}`}</th>
              <th scope="col">verdict</th>
              {!byRow && <th scope="col">scenario</th>}
            </tr>
          </thead>
          <tbody>
            {section.lines.map((placed, at) => (
              <FigureRow key={placed.number} section={section} at={at} laid={laid} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Axis({ laid: { ticks, hasZero } }: { laid: SectionMarks }): ReactElement {
  return (
    <svg
      className="axis"
      viewBox={`0 0 ${CHART_WIDTH} 16`}
      width={CHART_WIDTH}
      height="16"
      aria-hidden="true"
    >
      {hasZero && (
        <text x="8" y="12">
          0
        </text>
      )}
      {ticks.map(({ x, label }) => (
        <text key={label} x={x} y="12">
          {label}
        </text>
      ))}
    </svg>
  );
}
