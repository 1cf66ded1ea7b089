/** A run with its moment, to come back to. */
import type { Scenario } from '../../engine/types.ts';
import type { Left } from './changes.ts';
import type { LaneId } from './lanes.ts';
import type { KeptChanges } from './undo.ts';

/** What runs and where it stands, to come back to. */
export interface Place {
  scenario: Scenario;
  galleryId: string | null;
  nowNs: number;
  playing: boolean;
  speed: number;
  editing: LaneId;
  changes: KeptChanges<Left>;
}
