/** The head of a page with figures: their verdicts, their origin, and what can be computed here. */
import type { ReactElement } from 'react';

import { computing, formatCount, formatSeconds } from '../../../base/format.ts';
import { VERDICT_NAMES, VERDICT_STATES, type VerdictState } from '../../../core/published.ts';
import { VerdictIcon, VerdictName } from '../../../widgets/FigureVerdict.tsx';
import { SEEDS_MAX } from '../engine.ts';
import { session } from '../session.ts';
import { useResults } from '../store.ts';
import {
  countOf,
  countVerdicts,
  runsOf,
  STANDING_MEANING,
  verdictStateOf,
  type PlacedLine,
} from '../tables.ts';

const WIDTH = 120;

/** Renders the bar, hidden from screen readers: the table beside it has the same numbers. */
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

interface CountsProps {
  lines: readonly PlacedLine[];
  /** Whether the first tile says how many figures there are. */
  total: boolean;
}

/** Renders a tile for each verdict that occurs; when pressed, only figures with this verdict are shown. */
export function Counts({ lines, total }: CountsProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const counts = countVerdicts(lines, judged, failures);
  // Show other verdicts only if they occur, but “reproduced” even if its count is 0.
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
                {total && verdictState === 'reproduced' && (
                  <small> of {formatCount(lines.length)}</small>
                )}
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

/** Renders the meaning of each verdict. */
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
            <dd>
              {meaning.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Renders a line about the origin of the figures, in a box if it is a warning. */
export function Origin({ lines }: { lines: readonly PlacedLine[] }): ReactElement | null {
  const beforehand = useResults((state) => state.beforehand);
  const { quick } = useResults((state) => state.options);
  const here = useResults((state) => state.here);
  const finished = useResults((state) => state.finished);
  const working = useResults((state) => state.work !== null);
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const computable = lines.filter(({ line }) => line.runs.length > 0);
  if (computable.length === 0) {
    return <p className="origin">Nothing in this table is simulated; a note says why.</p>;
  }
  if (quick) {
    const small = computable.filter(
      (line) => verdictStateOf(line, judged, failures) === 'too_small',
    );
    return <p className="origin origin-care">{quickNote(computable, small.length)}</p>;
  }
  const waiting = computable.filter((line) => verdictStateOf(line, judged, failures) === 'waiting');
  const ahead = computable.some(({ number }) => beforehand?.lines.has(number));
  const own = computable.filter(({ number }) => here.has(number));
  const parts: string[] = [];
  if (ahead && beforehand) {
    const seeds =
      beforehand.seeds === 1
        ? 'one seed'
        : `${beforehand.seeds} seeds: runs that differ only in their random numbers`;
    parts.push(
      beforehand.stale
        ? 'These figures are from an earlier version of the model or of the verdict rule, so this version may compute different ones.'
        : `Computed in advance with this version of the model, at full size, with ${seeds}.`,
    );
  }
  if (own.length > 0) {
    parts.push(ownNote(own, here, ahead && !beforehand?.stale));
  }
  if (waiting.length > 0) {
    parts.push(
      waiting.length === computable.length
        ? 'These figures are not computed in this build: compute them in your browser.'
        : `${waiting.length} of ${computable.length} figures are not computed in this build.`,
    );
  }
  if (!ahead || !beforehand?.stale) {
    return <p className="origin">{parts.join(' ')}</p>;
  }
  const left = runsOf(computable).filter((run) => !finished.has(run)).length;
  return (
    <div className="origin origin-care">
      <p>{parts.join(' ')}</p>
      {left > 0 && (
        <button
          type="button"
          className="button"
          disabled={working}
          title="At full size, a run takes from a second to minutes"
          onClick={() => session.run(computable)}
        >
          Compute again <span className="run-count number">{countOf(left)}</span>
        </button>
      )}
    </div>
  );
}

/** Describes what this browser has computed, and whether it agrees. */
function ownNote(
  own: readonly PlacedLine[],
  here: ReadonlyMap<number, boolean>,
  compared: boolean,
): string {
  const figures = own.length === 1 ? '1 figure' : `${own.length} figures`;
  const other = own.filter(({ number }) => here.get(number) === false).length;
  const computed = `Your browser computed ${figures}`;
  if (!compared) {
    return `${computed}.`;
  }
  return other === 0
    ? `${computed} and got the same values.`
    : `${computed}. Different from the values computed in advance: ${other}.`;
}

/** Says what Quick changes, and how many figures cannot be judged then. */
function quickNote(computable: readonly PlacedLine[], small: number): string {
  const most = Math.max(...computable.map(({ row }) => row.scale));
  if (most === 1) {
    return 'These machines are small, so Quick also computes them at full size.';
  }
  const none =
    small === 0
      ? ''
      : ` ${small} of ${computable.length} figures cannot be compared, because the verdict compares their value, not a change.`;
  return `Quick divides RAM and data sizes by up to ${most}.${none} Device speeds and nap lengths do not change, so a change can be smaller than at full size or have the opposite direction. Trust only verdicts at full size.`;
}

/** Lines that a button computes. */
export interface Choice {
  /** Names the lines in the button's label, such as `this table` or `everything`. */
  what: string;
  lines: readonly PlacedLine[];
}

/** Renders the options, the buttons and the progress. */
export function RunPanel({ choices }: { choices: readonly Choice[] }): ReactElement {
  const options = useResults((state) => state.options);
  const finished = useResults((state) => state.finished);
  const work = useResults((state) => state.work);
  const failures = useResults((state) => state.failures);
  const judged = useResults((state) => state.judged);
  const buttons = choices.map(({ what, lines }) => {
    const having = (...verdictStates: VerdictState[]) =>
      lines.filter((line) => verdictStates.includes(verdictStateOf(line, judged, failures)));
    const waiting = having('waiting', 'failed');
    const small = having('too_small', 'not_modelled');
    const others = lines.filter((line) => !small.includes(line));
    const again = waiting.length === 0 && others.length > 0;
    const wanted = again ? others : waiting;
    const left = runsOf(wanted).filter((run) => !finished.has(run)).length;
    const count = others.length === 0 ? 'nothing to compare' : countOf(left);
    return { label: `Compute ${what}${again ? ' again' : ''}`, wanted, left, count, again };
  });
  const first = choices[0]?.lines ?? [];
  const small = first.filter(
    (line) => verdictStateOf(line, judged, failures) === 'too_small',
  ).length;
  return (
    <section className="card run-panel" aria-label="Compute">
      <h3>Compute in this browser</h3>
      <div className="run-controls">
        <fieldset className="segments" disabled={work !== null}>
          <legend className="visually-hidden">Size of the machines</legend>
          {[false, true].map((quick) => (
            <label key={String(quick)} className="segment">
              <input
                type="radio"
                name="size"
                checked={options.quick === quick}
                onChange={() => session.setOptions({ ...options, quick })}
              />
              {quick ? 'Quick' : 'Full size'}
            </label>
          ))}
        </fieldset>
        <label className="seeds">
          Seeds
          <select
            className="button"
            value={options.seeds}
            disabled={work !== null}
            onChange={(event) =>
              session.setOptions({ ...options, seeds: Number(event.target.value) })
            }
          >
            {Array.from({ length: SEEDS_MAX }, (_, step) => (
              <option key={step} value={step + 1}>
                {step + 1}
              </option>
            ))}
          </select>
        </label>
        <div className="run-buttons">
          {buttons.map(({ label, wanted, left, count, again }, at) => (
            <button
              key={label}
              type="button"
              className={at === 0 && !again && left > 0 ? 'button button-primary' : 'button'}
              disabled={work !== null || left === 0}
              onClick={() => session.run(wanted)}
            >
              {label} <span className="run-count number">{count}</span>
            </button>
          ))}
          {finished.size > 0 && work === null && (
            <button
              type="button"
              className="button"
              title="Delete what this browser computed"
              onClick={() => session.forget()}
            >
              Delete results
            </button>
          )}
        </div>
      </div>
      <p className="quiet run-note">
        {options.quick
          ? `Quick divides RAM and data sizes. A run takes from seconds to a minute. At that size, ${formatCount(small)} of ${formatCount(first.length)} figures here cannot be compared.`
          : 'At full size, every page of the machine is simulated. A run takes from a second to minutes.'}
      </p>
      {failures.size > 0 && work === null && (
        <div className="message message-bad run-failures" role="alert">
          <div>
            <h2>{failures.size === 1 ? 'A run has' : `${failures.size} runs have`} failed</h2>
            <p>The results of the other runs are kept.</p>
            <ul className="problems">
              {[...failures].map(([run, message]) => (
                <li key={run}>{message.replace(/\.?$/, '.')}</li>
              ))}
            </ul>
          </div>
          <button type="button" className="button" onClick={() => session.runFailed()}>
            Try again
          </button>
        </div>
      )}
      {work && (
        <ul className="running">
          {work.running.map(({ name, nowNs }) => (
            <li key={name} className="number">
              {name}
              <span className="quiet"> at {formatSeconds(nowNs)} of virtual time</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {work ? computing(work.all) : ''}
      </p>
    </section>
  );
}
