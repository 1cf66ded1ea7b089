/** The scenarios that come with the app. */
import type { Scenario } from '../engine/types.ts';

/** A scenario with its id, the stem of its file. */
export interface GalleryItem {
  id: string;
  scenario: Scenario;
}

/** Id of the scenario that the page opens with. */
export const OPENING_ID = 'weiner-usb';

const files = import.meta.glob<Scenario>('../../../public/gallery/*.json', {
  eager: true,
  import: 'default',
});

/** All of them; the one that the page opens with comes first. */
export const gallery: readonly GalleryItem[] = Object.entries(files)
  .map(([path, scenario]) => ({ id: path.replace(/^.*\/|\.json$/g, ''), scenario }))
  .sort((a, b) => rank(a.id) - rank(b.id) || a.id.localeCompare(b.id));

function rank(id: string): number {
  return id === OPENING_ID ? 0 : id.startsWith(OPENING_ID) ? 1 : 2;
}

/** Zones, RAM and filesystem of a scenario, in one line. */
export function summaryOf(scenario: Scenario): string {
  const scale = scenario.scale ?? 1;
  const pages = scenario.machine.zones.reduce((sum, zone) => sum + zone.present_pages, 0) / scale;
  const size =
    pages >= 262_144 / 2 ? `${(pages / 262_144).toFixed(1)} GiB` : `${Math.round(pages / 256)} MiB`;
  const zones = scenario.machine.zones.map(({ name }) => name).join(' + ');
  const kinds = [
    ...new Set((scenario.filesystems ?? []).map(({ kind }) => kind.replace('_', '-'))),
  ];
  return [size, zones, ...kinds].join(' · ');
}
