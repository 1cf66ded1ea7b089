/** The form of a search: the condition, the seeds, the number of tries and the start button. */
import { useEffect, useId, useMemo, useRef, type ReactElement } from 'react';

import type { Scenario } from '../../../engine/types.ts';
import { Line } from '../../../widgets/Words.tsx';
import {
  axisTitle,
  fullTitle,
  MEASURE_LANES,
  measureOf,
  measuresOf,
  type MeasurePrefix,
} from '../measures.ts';
import {
  ROWS_MOST,
  SEEDS_MOST,
  SIGNS,
  startOf,
  type Row,
  type Sign,
  type Wrong,
} from './condition.ts';
import { ask, startSearch, useSmallest } from './store.ts';

/** Renders the form; it is disabled while a search runs. */
export function ConditionForm({ base }: { base: Scenario }): ReactElement {
  const asked = useSmallest((state) => state.asked);
  const wrong = useSmallest((state) => state.wrong);
  const searching = useSmallest((state) => state.running !== null);
  const choices = useMemo(() => measuresOf({ ...base }), [base]);
  const form = useRef<HTMLFormElement>(null);
  const ids = useId();
  const { rows, seeds, tries } = asked;
  const lanes = Object.entries(MEASURE_LANES).filter(([prefix]) => prefix === '' || base.against);
  const badTries = wrong.find(({ part }) => part === 'tries');
  const put = (at: number, row: Row) => ask({ rows: rows.with(at, row) });
  const focus = (selector: string) =>
    requestAnimationFrame(() => {
      const found = form.current?.querySelectorAll<HTMLElement>(selector);
      found?.[found.length - 1]?.focus();
    });
  useEffect(() => {
    if (wrong.length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [wrong]);
  return (
    <form
      ref={form}
      className="card smallest-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        startSearch();
      }}
    >
      <datalist id={`${ids}-measures`}>
        {choices.map(({ name }) => (
          <option key={name} value={name} label={axisTitle(measureOf(name))} />
        ))}
      </datalist>
      <fieldset className="form-part" disabled={searching}>
        <legend>Condition</legend>
        {rows.map((row, at) => (
          <ComparisonRow
            key={at}
            number={at + 1}
            row={row}
            lanes={lanes}
            measures={`${ids}-measures`}
            wrong={wrong.filter((it) => it.row === at)}
            onChange={(to) => put(at, to)}
            onRemove={
              rows.length === 1
                ? null
                : () => {
                    ask({ rows: rows.toSpliced(at, 1) });
                    focus('.smallest-add');
                  }
            }
          />
        ))}
        <div className="smallest-more">
          <button
            type="button"
            className="button button-small smallest-add"
            disabled={rows.length >= ROWS_MOST}
            onClick={() => {
              ask({ rows: [...rows, ...startOf({}).rows] });
              focus('.smallest-row input[list]');
            }}
          >
            Add a comparison
          </button>
          <p className="quiet form-hint">
            {rows.length >= ROWS_MOST
              ? `A condition has at most ${ROWS_MOST} comparisons.`
              : rows.length > 1 && 'All comparisons must hold.'}
          </p>
        </div>
        {wrong
          .filter(({ row, part }) => row === null && part === null)
          .map(({ text }) => (
            <p key={text} className="form-bad" role="alert">
              {text}
            </p>
          ))}
        <div className="factor-row">
          <div className="form-field">
            <label htmlFor={`${ids}-seeds`}>Seeds</label>
            <select
              id={`${ids}-seeds`}
              className="button"
              value={seeds}
              onChange={({ target }) => ask({ seeds: Number(target.value) })}
            >
              {Array.from({ length: SEEDS_MOST }, (_, at) => (
                <option key={at} value={at + 1}>
                  {at === 0
                    ? '1: the seed of the scenario'
                    : `${at + 1}: the condition must hold for each`}
                </option>
              ))}
            </select>
          </div>
          <div className="form-field">
            <label htmlFor={`${ids}-tries`}>Maximum tries</label>
            <input
              id={`${ids}-tries`}
              type="number"
              min={1}
              step={1}
              value={tries}
              aria-invalid={badTries !== undefined}
              aria-describedby={badTries && `${ids}-bad`}
              onChange={({ target }) => ask({ tries: target.value })}
            />
          </div>
        </div>
        {badTries && (
          <p id={`${ids}-bad`} className="form-bad">
            {badTries.text}
          </p>
        )}
        <button type="submit" className="button button-primary smallest-go">
          Search
        </button>
      </fieldset>
    </form>
  );
}

// One comparison of a condition: a measure of a lane, an operator and a number.

interface ComparisonRowProps {
  number: number;
  row: Row;
  /** The lanes of the scenario with their names. */
  lanes: readonly (readonly [string, string])[];
  /** Id of the `datalist` of measures. */
  measures: string;
  wrong: readonly Wrong[];
  onChange: (row: Row) => void;
  /** Null if this is the only row. */
  onRemove: (() => void) | null;
}

function ComparisonRow(props: ComparisonRowProps): ReactElement {
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

/** Returns the meaning of the measure, with its unit if the title does not contain it. */
function meaningOf({ lane, measure }: Row): string {
  const found = measureOf(lane + measure.trim());
  const { title, inner, unit } = found;
  if (title === inner) {
    return '';
  }
  const said = lane === 'ratio:' || ['', 'pages', 'times'].includes(unit);
  return said ? fullTitle(found) : `${fullTitle(found)}, ${unit}`;
}
