/** The scenario that the page opens with. The others are in documents.ts, for whoever asks for them. */
import opening from '../../../../public/gallery/weiner-usb.json';
import { playsByItself } from '../../base/page.ts';
import type { Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { foldAll, useLab } from '../lab/store.ts';
import { OPENING_ID } from './opening-id.ts';

/** The scenario that the page opens with. */
export const openingScenario = opening as Scenario;

/** What its run answers. */
export const OPENING_QUESTION =
  'Why does a copy to a USB stick slow down once memory is full, and what do per-zone dirty limits change?';

/**
 * Virtual time at which it opens. From 25 s on dirty pages fill the Normal zone of A and not of B,
 * and at 55 s kswapd of A begins to write them itself.
 */
const OPENING_NS = 35e9;

/** Where it opens if nothing may move by itself: the lanes differ already. */
const STILL_NS = 60e9;

/** Opens it a moment before its lanes part, and plays. */
export function openOpening(): void {
  const plays = playsByItself();
  lab.open(openingScenario, OPENING_ID, false);
  lab.goTo(plays ? OPENING_NS : STILL_NS, plays);
}

/** The page as at the first visit; what was there comes back with Undo. */
export function startOver(): void {
  foldAll();
  useLab.setState({ editing: 'b' });
  openOpening();
  // The button that was pressed may be hidden now, so the focus needs another place.
  document.getElementById('main')?.focus();
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
