/** Both lanes' samples for components. */
import { useMemo } from 'react';

import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import type { LaneState } from '../lab/lane-state.ts';
import { laneSetting, laneTitle, LANES, type LaneId } from '../lab/lanes.ts';
import { useLab } from '../lab/store.ts';
import { useLane } from '../lab/use-lab.ts';
import { columnsOf, type Column } from './counters.ts';

/** The machines of both lanes and what their samples carry; null while they are being made. */
export interface Counters {
  columns: Column[];
  pair: Record<LaneId, LaneState>;
}

/** Renders again only when a machine is replaced. */
export function useCounters(): Counters | null {
  const a = useLane('a');
  const b = useLane('b');
  return useMemo(
    // Both lanes run on one machine: what samples of A carry, those of B do.
    () => (a && b ? { columns: columnsOf(wholeCatalogue, a.description), pair: { a, b } } : null),
    [a, b],
  );
}

/** The lanes' kernels, with what was switched up to now. */
export function useKernels(pair: Record<LaneId, LaneState> | null): Record<LaneId, string> {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  const [a = '', b = ''] = LANES.map((lane) =>
    scenario && pair ? laneTitle(catalogue, laneSetting(scenario, lane), pair[lane].nowNs) : '',
  );
  return { a, b };
}
