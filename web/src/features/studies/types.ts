/** Studies as the engine writes and reads them. */
export type {
  Design,
  Factor,
  PointResult,
  SearchProgress,
  Study,
  StudyResult,
} from '../../engine/generated/scenario.ts';
