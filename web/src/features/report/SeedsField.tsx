/** How often to run the scenario with other seeds, how far that is, and the way to stop it. */
import { useState, type ReactElement } from 'react';

import type { LaneSeries } from '../../core/figures/metrics.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import type { Scenario } from '../../engine/types.ts';
import { cancelSeeds, keyOf, runSeeds, useSeeds } from './seeds.ts';

/** Seeds in all to choose from: an odd number has a run in its middle. */
const COUNTS = [3, 5, 9, 15];

interface SeedsFieldProps {
  scenario: Scenario;
  nowNs: number;
  pair: Record<LaneId, LaneSeries>;
}

/** The field. */
export function SeedsField({ scenario, nowNs, pair }: SeedsFieldProps): ReactElement {
  const [count, setCount] = useState(5);
  const { key, status, jobs, share, done, message } = useSeeds();
  const own = key === keyOf(scenario, nowNs);
  const running = own && status === 'running';
  const told = own ? statusWords(status, done.length + 1) : '';
  return (
    <fieldset className="report-seeds">
      <legend>Seeds</legend>
      {running ? (
        <>
          <progress
            max={1}
            value={share}
            aria-label="Runs with other seeds"
            aria-valuetext={`${Math.floor(share * 100)} % of ${jobs} runs`}
          />
          <div className="report-seeds-run">
            <span className="number quiet">
              {Math.floor(share * 100)} % of {jobs} runs
            </span>
            <button type="button" className="button" onClick={cancelSeeds}>
              Cancel
            </button>
          </div>
        </>
      ) : (
        <div className="report-seeds-run">
          <select
            aria-label="Number of seeds"
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
          >
            {COUNTS.map((number) => (
              <option key={number} value={number}>
                {number} seeds
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button"
            disabled={nowNs === 0}
            onClick={() => runSeeds(scenario, nowNs, count, pair)}
          >
            Run
          </button>
        </div>
      )}
      <p className="quiet" role="status">
        {told}
      </p>
      {own && status === 'failed' && <p role="alert">{message}</p>}
      {!own && <p className="quiet">Runs both lanes to this moment with other seeds.</p>}
    </fieldset>
  );
}

function statusWords(status: string, seeds: number): string {
  const known = seeds === 1 ? 'no other seed is done' : `the figures are of ${seeds} seeds`;
  switch (status) {
    case 'done':
      return `Done: ${known}.`;
    case 'stopped':
      return `Canceled: ${known}.`;
    default:
      return '';
  }
}
