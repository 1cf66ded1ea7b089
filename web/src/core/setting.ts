/** The setting of a run in one line: what its link sets, and how it differs from the scenario that was opened. */
import { formatSeconds } from '../base/format.ts';
import type { Scenario } from '../engine/types.ts';
import { gallery } from './gallery/documents.ts';
import { LANES, laneSetting, plainTitle, withLane } from './lab/lanes.ts';
import { useLab } from './lab/store.ts';
import { current } from './link/address.ts';
import {
  dirtyRatioOf,
  pagesText,
  scaledPages,
  sharedKb,
  withWriters,
  writersOf,
} from './machine.ts';

/** Describes RAM, the dirty limit and the seed. */
export function settingText(scenario: Scenario): string {
  return `${pagesText(scaledPages(scenario))} of RAM · ${dirtyLimitText(scenario)} · seed ${scenario.seed ?? 1}`;
}

function dirtyLimitText(scenario: Scenario): string {
  const bytes = scenario.vm?.dirty_bytes ?? null;
  return bytes === null
    ? `dirty_ratio ${dirtyRatioOf(scenario).percent} %`
    : `dirty_bytes ${bytes}`;
}

/** Longest list of changes that fits below a chart or above the lanes. */
const CHANGES_CHARS = 100;

/**
 * Lists how a scenario differs from the one that was opened or, if that was changed already, from the built-in one before
 * it; empty if it does not.
 */
export function changesText(scenario: Scenario, opened: Scenario | null): string {
  const base = opened && (originalOf(opened) ?? opened);
  const changes = base ? [...fieldChanges(scenario, base), ...switchChanges(scenario, base)] : [];
  let count = changes.length;
  while (count > 1 && changes.slice(0, count).join('; ').length > CHANGES_CHARS) {
    count -= 1;
  }
  const more = changes.length - count;
  const listed = changes.slice(0, count).join('; ');
  return more > 0 ? `${listed} and ${more} more` : listed;
}

/** A link can open a scenario that was already changed: returns the built-in one that it was before. */
function originalOf({ title }: Scenario): Scenario | null {
  const plain = plainTitle(title);
  return plain === title
    ? null
    : (gallery.find(({ scenario }) => scenario.title === plain)?.scenario ?? null);
}

function fieldChanges(scenario: Scenario, base: Scenario): string[] {
  const pairs = VALUES.map((textOf) => [textOf(base), textOf(scenario)] as const);
  const named = pairs.flatMap(([before, now]) => {
    // “seed 1” and “seed 3” become “seed 1 to 3”.
    const name = before.slice(0, before.indexOf(' ') + 1);
    const value = now.startsWith(name) ? now.slice(name.length) : now;
    return before === now ? [] : [`${before} to ${value}`];
  });
  const { machine, seed, vm } = base;
  const alike = withWriters(scenario, writersOf(base)?.count ?? 1, sharedKb(base));
  const limits = { dirty_ratio: vm?.dirty_ratio, dirty_bytes: vm?.dirty_bytes };
  const lanes = LANES.reduce((to, lane) => withLane(to, lane, laneSetting(base, lane)), alike);
  const rest = { ...lanes, title: base.title, machine, seed, vm: { ...alike.vm, ...limits } };
  const whole = withLane(base, 'b', laneSetting(base, 'b'));
  // Links omit defaults, which a file may omit too.
  const same =
    JSON.stringify(scenario) === JSON.stringify(base) ||
    (current.address?.same(rest as Scenario, whole) ?? true);
  return same ? named : [...named, 'other settings'];
}

/** The values that a change names, beside those of the scenario before it. */
const VALUES: readonly ((scenario: Scenario) => string)[] = [
  (scenario) => `RAM ${pagesText(scaledPages(scenario))}`,
  dirtyLimitText,
  (scenario) => `writers ${writersOf(scenario)?.count ?? 0}`,
  ({ seed = 1 }) => `seed ${seed}`,
];

/** Lists the switches that the user moved during the run; the names of the lanes do not say when. */
function switchChanges(scenario: Scenario, base: Scenario): string[] {
  const { mechanisms } = useLab.getState().catalogue;
  return LANES.flatMap((lane) => {
    const before = JSON.stringify(laneSetting(base, lane).interventions);
    return laneSetting(scenario, lane)
      .interventions.filter((moved) => !before.includes(JSON.stringify(moved)))
      .map(({ at_ns: atNs, mechanism, on }) => {
        const title = mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
        return `“${title}” ${on ? 'on' : 'off'} in ${lane.toUpperCase()} at ${formatSeconds(atNs)}`;
      });
  });
}
