/** One comparison of a condition: a measure of a lane, a sign, a number. */
import { useId, type ReactElement } from 'react';

import { Line } from '../../../widgets/Words.tsx';
import type { MeasurePrefix } from '../measures.ts';
import { fullTitle, measureOf } from '../pictures/measures.ts';
import { SIGNS, type Row, type Sign, type Wrong } from './condition.ts';

interface ComparisonRowProps {
  number: number;
  row: Row;
  /** Lanes that the scenario has, with their names. */
  lanes: readonly (readonly [string, string])[];
  /** Id of the list of measures. */
  measures: string;
  wrong: readonly Wrong[];
  onChange: (row: Row) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** The row. */
export function ComparisonRow(props: ComparisonRowProps): ReactElement {
  const { number, row, lanes, measures, wrong, onChange, onRemove } = props;
  const id = useId();
  const isWrong = (part: Wrong['part']) => wrong.some((it) => it.part === part);
  const about = wrong.length > 0 ? `${id}-bad ${id}-title` : `${id}-title`;
  const change = (fields: Partial<Row>) => onChange({ ...row, ...fields });
  return (
    <div role="group" aria-label={`Comparison ${number}`} className="smallest-row">
      <div className="form-field smallest-measure">
        <label htmlFor={`${id}-measure`}>Measure</label>
        <input
          id={`${id}-measure`}
          list={measures}
          spellCheck={false}
          autoComplete="off"
          placeholder="Search: stall, dirty, pgsteal…"
          value={row.measure}
          aria-invalid={isWrong('measure')}
          aria-describedby={about}
          onChange={({ target }) => change({ measure: target.value })}
        />
      </div>
      <div className="form-field smallest-lane">
        <label htmlFor={`${id}-lane`}>Lane</label>
        <select
          id={`${id}-lane`}
          className="button"
          value={row.lane}
          onChange={({ target }) => change({ lane: target.value as MeasurePrefix })}
        >
          {lanes.map(([prefix, name]) => (
            <option key={prefix} value={prefix}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="form-field smallest-sign">
        <label htmlFor={`${id}-sign`}>Sign</label>
        <select
          id={`${id}-sign`}
          className="button"
          value={row.sign}
          onChange={({ target }) => change({ sign: target.value as Sign })}
        >
          {Object.entries(SIGNS).map(([sign, shown]) => (
            <option key={sign} value={sign}>
              {shown}
            </option>
          ))}
        </select>
      </div>
      <div className="form-field smallest-number">
        <label htmlFor={`${id}-number`}>Number</label>
        <input
          id={`${id}-number`}
          inputMode="decimal"
          autoComplete="off"
          value={row.number}
          aria-invalid={isWrong('number')}
          aria-describedby={about}
          onChange={({ target }) => change({ number: target.value })}
        />
      </div>
      <button
        type="button"
        className="button button-icon"
        aria-label={`Remove comparison ${number}`}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      >
        ×
      </button>
      <p id={`${id}-title`} className="quiet form-hint">
        {meaningOf(row)}
      </p>
      {wrong.length > 0 && (
        <div className="smallest-wrong">
          <p id={`${id}-bad`} className="form-bad">
            <Line text={wrong.map(({ text }) => text).join(' ')} />
          </p>
          {wrong.map(
            ({ instead }) =>
              instead && (
                <button
                  key={instead.number}
                  type="button"
                  className="button button-small"
                  onClick={() => onChange(instead)}
                >
                  Use {SIGNS[instead.sign]} {instead.number}
                </button>
              ),
          )}
        </div>
      )}
    </div>
  );
}

/** What is measured; the unit where the title does not say it. */
function meaningOf({ lane, measure }: Row): string {
  const found = measureOf(lane + measure.trim());
  const { title, inner, unit } = found;
  if (title === inner) {
    return '';
  }
  const said = lane === 'ratio:' || ['', 'pages', 'times'].includes(unit);
  return said ? fullTitle(found) : `${fullTitle(found)}, ${unit}`;
}
