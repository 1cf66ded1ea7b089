/** The scenarios that come with the app, whole: for the parts that show or open any of them. */
import type { Scenario } from '../../engine/types.ts';
import { OPENING_ID } from './gallery.ts';

/** A scenario with its id, the stem of its file. */
export interface GalleryItem {
  id: string;
  scenario: Scenario;
}

// As texts: as a module the opening one would stand with what the page begins with, and not here.
const files = import.meta.glob<string>('../../../../public/gallery/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** All of them; the one that the page opens with comes first. */
export const gallery: readonly GalleryItem[] = Object.entries(files)
  .map(([path, text]) => ({
    id: path.replace(/^.*\/|\.json$/g, ''),
    scenario: JSON.parse(text) as Scenario,
  }))
  .sort((a, b) => rank(a.id) - rank(b.id) || a.id.localeCompare(b.id));

function rank(id: string): number {
  return id === OPENING_ID ? 0 : id.startsWith(OPENING_ID) ? 1 : 2;
}

/** Id of a scenario that a link or a session brought, by its title; null if it is none of these. */
export function idOfTitle(title: string): string | null {
  return gallery.find(({ scenario }) => scenario.title === title)?.id ?? null;
}
