/** Mechanisms in the order of the panel. */
import { mechanismsOn, laneSetting, LANES } from '../../core/lab/lanes.ts';
import type { Catalogue, Mechanism, Scenario } from '../../engine/types.ts';

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
export function postings(mechanisms: readonly Mechanism[]): Posting[] {
  const ids = new Set([...KNOWN.map(([id]) => id), ...mechanisms.map((m) => m.posting)]);
  return [...ids]
    .map((id) => {
      const [, title = id, by = ''] = KNOWN.find(([known]) => known === id) ?? [];
      return { id, title, by, mechanisms: mechanisms.filter(({ posting }) => posting === id) };
    })
    .filter((posting) => posting.mechanisms.length > 0);
}

/** Ids of the mechanisms in which the lanes differ when a run starts. */
export function differing(catalogue: Catalogue, scenario: Scenario): string[] {
  const [a, b] = LANES.map((lane) => mechanismsOn(catalogue, laneSetting(scenario, lane), 0));
  return catalogue.mechanisms.map(({ id }) => id).filter((id) => a?.has(id) !== b?.has(id));
}

/** The mechanism that needs all the others; null if there is none, and the effect is that of several. */
export function causeOf(mechanisms: readonly Mechanism[]): string | null {
  const cause = mechanisms.find((mechanism) =>
    mechanisms.every(({ id }) => id === mechanism.id || mechanism.requires.includes(id)),
  );
  return cause?.id ?? null;
}
