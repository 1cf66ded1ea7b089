/** What is taken from each run: a list, and a search for more. */
import { useId, useMemo, useState, type ReactElement } from 'react';

import { sentenceOf } from '../../../engine/problems.ts';
import type { Problem } from '../../../engine/types.ts';
import { Line } from '../../../widgets/Words.tsx';
import { MEASURE_LANES, measuresOf, searchMeasures, type MeasurePrefix } from '../measures.ts';
import { fullTitle, measureOf } from '../pictures/measures.ts';
import type { Fields } from './shape.ts';

/** Finds that are shown. */
const FOUND_MOST = 8;

interface MeasureFieldsProps {
  base: Fields | null;
  measures: readonly string[];
  problems: readonly Problem[];
  onChange: (measures: readonly string[]) => void;
}

/** The measures. */
export function MeasureFields({
  base,
  measures,
  problems,
  onChange,
}: MeasureFieldsProps): ReactElement {
  const choices = useMemo(() => measuresOf(base), [base]);
  const [text, setText] = useState('');
  const [prefix, setPrefix] = useState<MeasurePrefix>('');
  const found = searchMeasures(choices, text);
  const search = useId();
  const wrong = problems.filter(({ field }) => field.startsWith('measures'));
  return (
    <>
      <ul className="measure-chips" aria-label="Measures of the study">
        {measures.map((name, at) => (
          <li key={name} className={hasProblem(wrong, at) ? 'chip-bad' : undefined}>
            <span title={name}>{fullTitle(measureOf(name))}</span>
            <button
              type="button"
              data-field={`measures[${at}]`}
              aria-label={`Remove ${fullTitle(measureOf(name))}`}
              onClick={() => onChange(measures.filter((_, of) => of !== at))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {wrong.map((problem, at) => (
        <p key={at} className="form-bad">
          <Line text={sentenceOf(problem)} />
        </p>
      ))}
      <div className="factor-row">
        <div className="form-field">
          <label htmlFor={search}>Add a measure</label>
          <input
            id={search}
            type="search"
            data-field="measures"
            placeholder="Search: stall, dirty, pgsteal…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <label className="form-field measure-lane">
          Of lane
          <select
            className="button"
            value={prefix}
            onChange={({ target }) => setPrefix(target.value as MeasurePrefix)}
          >
            {Object.entries(MEASURE_LANES).map(([before, title]) => (
              <option key={before} value={before}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className="measure-found" aria-label="Measures found">
        {found.slice(0, FOUND_MOST).map(({ name, title }) => {
          const full = prefix + name;
          return (
            <li key={name}>
              <button
                type="button"
                className="button button-small button-wrap"
                disabled={measures.includes(full)}
                onClick={() => onChange([...measures, full])}
              >
                {title}
              </button>
            </li>
          );
        })}
      </ul>
      <p className="quiet form-hint" role="status">
        {found.length > FOUND_MOST
          ? `${FOUND_MOST} of ${found.length} are shown: type a part of a name to find the others.`
          : found.length === 0
            ? 'No measure has all these words.'
            : ''}
      </p>
    </>
  );
}

function hasProblem(problems: readonly Problem[], at: number): boolean {
  return problems.some(({ field }) => field === `measures[${at}]`);
}
