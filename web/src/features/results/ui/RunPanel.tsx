/** What is computed, how, and how far it is. */
import type { ReactElement } from 'react';

import { formatCount, formatSeconds } from '../../../base/format.ts';
import type { VerdictState } from '../../../core/published/verdicts.ts';
import { SEEDS_MAX } from '../engine.ts';
import { session } from '../session.ts';
import { useResults } from '../store.ts';
import { countOf, runsOf, verdictStateOf, type PlacedLine } from '../tables.ts';

/** Lines that a button computes. */
export interface Choice {
  /** What they are: this table, everything. */
  what: string;
  lines: readonly PlacedLine[];
}

/** Options, buttons and what runs now. */
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
              Forget
            </button>
          )}
        </div>
      </div>
      <p className="quiet run-note">
        {options.quick
          ? `Quick divides RAM and sizes, and takes seconds to a minute. At that size ${formatCount(small)} of ${formatCount(first.length)} figures here cannot be compared.`
          : 'At full size every page of the machine is simulated. A run takes from a second to minutes.'}
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
        {work ? `Computing ${work.all} runs` : ''}
      </p>
    </section>
  );
}
