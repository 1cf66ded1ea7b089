/** Which pictures make sense of a study: by its design and by how many factors vary. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { factorsOf, varied } from './data.ts';

/** A kind of picture. */
export type Kind = 'shares' | 'heat' | 'line' | 'tornado' | 'dots' | 'seeds' | 'scatter';

/** What the kinds are called where one is chosen. */
export const KINDS: Record<Kind, string> = {
  shares: 'Shares',
  heat: 'Heat map',
  line: 'Line',
  tornado: 'By factor',
  dots: 'Every combination',
  seeds: 'By seed',
  scatter: 'Against each factor',
};

/** Combinations up to which each has a row of its own in a picture. */
const ROWS_MAX = 64;

/** The pictures of a result, the one that is shown first in front. */
export function picturesOf(result: StudyResult): Kind[] {
  const factors = varied(factorsOf(result));
  const dots: Kind[] = result.points.length <= ROWS_MAX ? ['dots'] : [];
  const [only] = factors;
  if (!only || result.points.length === 1) {
    return ['seeds'];
  }
  if (result.study.design.kind === 'ablation') {
    return ['shares', ...dots];
  }
  if (factors.length === 1) {
    // A Latin hypercube of one factor is a line, and so is one factor at a time.
    return only.numeric ? ['line', ...dots] : ['dots'];
  }
  switch (result.study.design.kind) {
    case 'one_at_a_time':
      return ['tornado', ...dots];
    case 'latin_hypercube':
      return ['scatter', ...dots];
    case 'grid':
      return ['heat', ...dots];
  }
}
