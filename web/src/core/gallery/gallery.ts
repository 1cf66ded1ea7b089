/** The scenario that the page opens with. The others are in gallery-documents.ts, for whoever asks for them. */
import opening from '../../../../public/gallery/weiner-usb.json';
import type { Scenario } from '../../engine/types.ts';

/** Id of the scenario that the page opens with: the stem of its file, as of all of them. */
export const OPENING_ID = 'weiner-usb';

/** The scenario that the page opens with. */
export const openingScenario = opening as Scenario;

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
