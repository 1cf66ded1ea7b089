/** The Lab for components: the machine of a lane, and whether it runs yet. */
import { useEffect, useState, useSyncExternalStore } from 'react';

import { idle } from '../../base/page.ts';
import type { LaneClient } from '../../engine/lane-client.ts';
import { lab } from './lab.ts';
import type { LaneState } from './lane-state.ts';
import type { LaneId } from './lanes.ts';

const listen = (listener: () => void) => lab.lanes.watch(listener);

/** The machine of a lane; null while it is being made. Renders again only when it is replaced. */
export function useLane(lane: LaneId): LaneState | null {
  return useSyncExternalStore(listen, () => lab.lanes.state(lane));
}

/** The worker of a lane; null while there is none. */
export function useClient(lane: LaneId): LaneClient | null {
  return useSyncExternalStore(listen, () => lab.lanes.client(lane));
}

/** Whether the Lab has begun to run, which has the network and the page for itself until then. */
export function useAfterFirstRun(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    void firstRun()
      .then(idle)
      .then(() => setAfter(true));
  }, []);
  return after;
}

/** Waits until both machines stand at a moment: what was opened runs, or can be run. */
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
