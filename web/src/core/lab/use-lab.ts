/** React hooks: the machine of a lane, its worker, and whether the first run has started. */
import { useEffect, useState, useSyncExternalStore } from 'react';

import { idle } from '../../base/page.ts';
import type { LaneClient } from '../../engine/lane-client.ts';
import { lab } from './lab.ts';
import type { LaneState } from './lane-state.ts';
import type { LaneId } from './lanes.ts';

const listen = (listener: () => void) => lab.lanes.watch(listener);

/** Returns the machine of a lane; null while it is being created. Renders again only when the machine is replaced. */
export function useLane(lane: LaneId): LaneState | null {
  return useSyncExternalStore(listen, () => lab.lanes.state(lane));
}

/** Returns the worker of a lane; null if there is none. */
export function useClient(lane: LaneId): LaneClient | null {
  return useSyncExternalStore(listen, () => lab.lanes.client(lane));
}

/** Whether the first run has started. Until then, nothing else may be fetched or computed. */
export function useAfterFirstRun(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    void firstRun()
      .then(idle)
      .then(() => setAfter(true));
  }, []);
  return after;
}

/** Waits until both lanes have a machine: the opened scenario then runs, or can run. */
export function firstRun(): Promise<void> {
  return new Promise((resolve) => {
    lab.loop.add(() => {
      if (lab.lanes.loaded()) {
        resolve();
      }
      return false;
    });
  });
}
