/** The mechanisms by the posting that studies them. */
import type { Catalogue, Mechanism } from '../../engine/types.ts';

/** A posting with its mechanisms. */
export interface Posting {
  id: string;
  title: string;
  by: string;
  mechanisms: Mechanism[];
}

const KNOWN: readonly (readonly [id: string, title: string, by: string])[] = [
  ['weiner-2011', 'Placement of dirty pages', 'Weiner 2011'],
  ['gorman-2011', 'Writeback from reclaim', 'Gorman 2011'],
  ['kim-2014', 'Completion', 'Kim 2014'],
  ['hansen-2013', 'Batching', 'Hansen 2013'],
  ['gorman-2010', 'Stalls', 'Gorman 2010'],
  ['context', 'Context', 'other changes'],
];

/** Groups in a fixed order; postings that are not known here come last, by their id. */
export function postings(catalogue: Catalogue): Posting[] {
  const ids = new Set([...KNOWN.map(([id]) => id), ...catalogue.mechanisms.map((m) => m.posting)]);
  return [...ids]
    .map((id) => {
      const [, title = id, by = ''] = KNOWN.find(([known]) => known === id) ?? [];
      const mechanisms = catalogue.mechanisms.filter(({ posting }) => posting === id);
      return { id, title, by, mechanisms };
    })
    .filter(({ mechanisms }) => mechanisms.length > 0);
}
