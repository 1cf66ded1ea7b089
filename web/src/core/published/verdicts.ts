/** Verdicts on computed figures, in the words of the Results page. */
import type { Verdict } from '../../engine/generated/scenario.ts';

/** What is said of a line: its verdict, or why there is none. */
export type VerdictState = Verdict | 'too_small' | 'waiting' | 'failed';

/** The order in which verdictStates are counted. */
export const VERDICT_STATES: readonly VerdictState[] = [
  'reproduced',
  'direction_only',
  'missed',
  'noise',
  'weak',
  'not_modelled',
  'too_small',
  'failed',
  'waiting',
];

/** What is said of a line, in words. */
export const VERDICT_NAMES: Record<VerdictState, string> = {
  reproduced: 'reproduced',
  direction_only: 'right direction only',
  missed: 'not reproduced',
  noise: 'noise in the original',
  weak: 'varies between repeats',
  not_modelled: 'not simulated',
  too_small: 'not comparable at Quick size',
  failed: 'run failed',
  waiting: 'not computed in this build',
};
