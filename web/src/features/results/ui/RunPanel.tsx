/** What is computed, how, and how far it is. */
import type { ReactElement } from 'react';

import { formatSeconds } from '../../../base/format.ts';
import { session } from '../session.ts';
import { useResults } from '../store.ts';
import { runsOf, scalesOf, type PlacedLine } from '../tables.ts';
import { SEEDS_MAX } from '../types.ts';

/** Lines that a button computes. */
export interface Choice {
  label: string;
  lines: readonly PlacedLine[];
}

/** Options, buttons and what runs now. */
export function RunPanel({ choices }: { choices: readonly Choice[] }): ReactElement {
  const options = useResults((state) => state.options);
  const finished = useResults((state) => state.finished);
  const work = useResults((state) => state.work);
  const failures = useResults((state) => state.failures);
  const left = choices.map(({ lines }) => runsOf(lines).filter((run) => !finished.has(run)).length);
  return (
    <section className="card run-panel" aria-label="Compute">
      <div className="run-controls">
        <fieldset className="segments" disabled={work !== null}>
          <legend className="visually-hidden">Size of the machines</legend>
          {[true, false].map((quick) => (
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
          {choices.map(({ label, lines }, at) => (
            <button
              key={label}
              type="button"
              className={at === 0 ? 'button button-primary' : 'button'}
              disabled={work !== null || left[at] === 0}
              onClick={() => session.run(lines)}
            >
              {label} <span className="run-count number">{countOf(left[at] ?? 0)}</span>
            </button>
          ))}
          {finished.size > 0 && work === null && (
            <button
              type="button"
              className="button"
              title="Drops what was computed and kept in this browser"
              onClick={() => session.forget()}
            >
              Forget
            </button>
          )}
        </div>
      </div>
      <p className="quiet run-note">{noteOf(options.quick, choices[0]?.lines ?? [])}</p>
      {failures.size > 0 && work === null && (
        <div className="message message-bad run-failures" role="alert">
          <div>
            <h2>{failures.size === 1 ? 'A run has' : `${failures.size} runs have`} failed</h2>
            <p>What the others came to is kept. A run that failed is begun anew.</p>
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
              <span className="quiet"> at {formatSeconds(nowNs)} of its own time</span>
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

function countOf(runs: number): string {
  return runs === 0 ? 'done' : runs === 1 ? '1 run' : `${runs} runs`;
}

function noteOf(quick: boolean, lines: readonly PlacedLine[]): string {
  const scales = scalesOf(lines);
  if (scales.length === 0) {
    return 'Nothing here is computed: beside each row stands why.';
  }
  if (!quick) {
    return 'Full size: every page of the machine is simulated. A run takes from a second to minutes of your time.';
  }
  const most = scales.at(-1) ?? 1;
  if (most === 1) {
    return 'These machines are small and are computed at full size either way.';
  }
  const least = scales[0] ?? 1;
  const by = least === most ? `${most}` : `${least === 1 ? 'up' : `${least}`} to ${most}`;
  return `Quick: RAM and sizes are divided by ${by}, so times and counts are smaller than published. Devices and naps stay as they are, which may hide an effect.`;
}
