/** The setting of a run in one line, for pictures: what its link sets, and what the user has changed. */
import { formatPagesAsSize } from '../../base/format.ts';
import type { KeptChanges, Left } from '../../core/lab/changes.ts';
import { dirtyRatioOf, scaledPages } from '../../core/machine.ts';
import type { Scenario } from '../../engine/types.ts';

/** Describes RAM, the dirty limit and the seed. */
export function settingText(scenario: Scenario): string {
  const { vm, seed = 1 } = scenario;
  const bytes = vm?.dirty_bytes ?? null;
  const limit =
    bytes === null ? `dirty_ratio ${dirtyRatioOf(scenario).percent} %` : `dirty_bytes ${bytes}`;
  return `${formatPagesAsSize(scaledPages(scenario))} of RAM · ${limit} · seed ${seed}`;
}

/** Lists the changes that were made to the scenario since it was opened; empty if there are none. */
export function changesText({ past }: KeptChanges<Left>): string {
  const opened = past.findLastIndex(({ there }) => there.kind === 'opening');
  const changes = past.slice(opened + 1).filter(({ there }) => there.kind === 'lanes');
  return changes.length === 0 ? '' : `changed: ${changes.map(({ what }) => what).join('; ')}`;
}
