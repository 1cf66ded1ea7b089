/** Studies as the engine writes and reads them. */
import type {
  Base,
  Design,
  Factor,
  LaneName,
  PointResult,
  Study,
  StudyResult,
  StudySpread,
} from '../../engine/generated/scenario.ts';

export type { Base, Design, Factor, LaneName, PointResult, Study, StudyResult, StudySpread };

/** What a run came to. */
export interface RunResult {
  digest: string;
  values: Record<string, number>;
}
