/** The scenario with which the page opens. The others are in documents.ts, which is loaded on demand. */
import opening from '../../../../public/gallery/weiner-usb.json';
import { formatPagesAsSize } from '../../base/format.ts';
import { playsByItself } from '../../base/page.ts';
import type { Scenario } from '../../engine/types.ts';
import { lab } from '../lab/lab.ts';
import { OPENING_SPEED, foldAll, useLab } from '../lab/store.ts';
import { OPENING_ID } from './opening-id.ts';

/** The scenario with which the page opens. */
export const openingScenario = opening as Scenario;

/** The question that the run of the opening scenario answers. */
export const OPENING_QUESTION =
  'Why does a copy to a USB stick slow down once memory is full, and what do per-zone dirty limits change?';

/**
 * Virtual time at which the opening scenario opens. From 25 s on, dirty pages fill the Normal zone of A but not of B;
 * at 55 s, A's kswapd starts to write them itself.
 */
const OPENING_NS = 35e9;

/** Virtual time at which it opens if runs may not play by themselves: the lanes differ already. */
const STILL_NS = 60e9;

/** Opens the opening scenario shortly before its lanes diverge, and plays it. */
export function openOpening(): void {
  const plays = playsByItself();
  lab.open(openingScenario, OPENING_ID, false);
  lab.goTo(plays ? OPENING_NS : STILL_NS, plays);
}

/** Says what the button for `startOver` does. */
export const START_OVER =
  'Opens the first scenario again, as on a first visit. Undo brings this run back.';

/** Returns to the page of the first visit; Undo brings the previous run back. */
export function startOver(): void {
  foldAll();
  useLab.setState({ editing: 'b', speed: OPENING_SPEED });
  openOpening();
  // The pressed button may be hidden now, so move the focus.
  document.getElementById('main')?.focus();
}

/** Returns the zones, RAM and filesystem of a scenario in one line. */
export function summaryOf({ machine: { zones }, scale = 1, filesystems }: Scenario): string {
  const pages = zones.reduce((sum, zone) => sum + zone.present_pages, 0) / scale;
  const names = zones.map(({ name }) => name).join(' + ');
  const kinds = new Set(filesystems?.map(({ kind }) => kind.replace('_', '-')));
  return [formatPagesAsSize(pages), names, ...kinds].join(' · ');
}
