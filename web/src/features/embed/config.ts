/** The page in a frame of another page: `?embed=map,charts#weiner-usb~t=20s`. */

/** What can be shown there, in the order of the screen. */
export const EMBED_PANELS = ['map', 'tasks', 'decisions', 'charts'] as const;

/** A part of the page. */
export type EmbedPanel = (typeof EMBED_PANELS)[number];

/** What a frame shows; its theme is read with the page's own. */
export interface EmbedConfig {
  panels: readonly EmbedPanel[];
  /** Names that were asked for and are none. */
  unknown: readonly string[];
}

/** What the query of an address asks for; null if it asks for the whole page. Without a choice: the map. */
export function embedOf(search: string): EmbedConfig | null {
  const query = new URLSearchParams(search);
  const value = query.get('embed');
  if (value === null) {
    return null;
  }
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = EMBED_PANELS.filter((panel) => names.includes(panel));
  return {
    panels: known.length > 0 ? known : ['map'],
    unknown: names.filter((name) => !EMBED_PANELS.some((panel) => panel === name)),
  };
}

/** The address of the whole page with what a frame shows. */
export function wholePageAddress(framed: string, link: string | null): string {
  const address = new URL(framed);
  address.searchParams.delete('embed');
  address.searchParams.delete('theme');
  if (link !== null) {
    address.hash = link;
  }
  return address.href;
}
