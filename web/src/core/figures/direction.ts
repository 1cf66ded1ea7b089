/** Whether more of a measure is better, worse, or neither: the one place that decides what is coloured. */

/** What more of a measure means. */
export type Direction = 'better' | 'worse' | 'neutral';

/** By the id of the measure; that of a zone by what stands before the zone's name. */
const DIRECTIONS = {
  throughput: 'better',
  nr_vmscan_write: 'worse',
  allocstall: 'worse',
  pgrotated: 'neutral',
  efficiency: 'better',
  dirty: 'neutral',
  'dirty-zone': 'neutral',
} as const satisfies Record<string, Direction>;

/** A measure that has a direction. */
export type MeaningId = keyof typeof DIRECTIONS;

/** What more of it means. */
export function directionOf(id: MeaningId): Direction {
  return DIRECTIONS[id];
}
