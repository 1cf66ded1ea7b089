/** A lane's machine for components. */
import { useSyncExternalStore } from 'react';

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
