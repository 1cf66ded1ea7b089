/** The condition, the seeds and the number of tries, with the button that begins the search. */
import { useEffect, useId, useMemo, useRef, type ReactElement } from 'react';

import type { Scenario } from '../../../engine/types.ts';
import { MEASURE_LANES, measuresOf } from '../measures.ts';
import { axisTitle, measureOf } from '../pictures/measures.ts';
import { ComparisonRow } from './ComparisonRow.tsx';
import { ROWS_MOST, SEEDS_MOST, startOf, type Row } from './condition.ts';
import { ask, startSearch, useSmallest } from './store.ts';

/** The form; while a search is under way nothing of it changes. */
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
                  {at === 0 ? '1: the scenario’s own' : `${at + 1}: the condition holds for each`}
                </option>
              ))}
            </select>
          </div>
          <div className="form-field">
            <label htmlFor={`${ids}-tries`}>Most tries</label>
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
