/** Dependencies between mechanisms: why a switch cannot be moved alone, and which others must move too. */
import type { Catalogue, Intervention, Mechanism } from '../../engine/types.ts';
import { mechanismsOn, type LaneId, type LaneSetting } from './lanes.ts';

/** Moves one switch on or off. */
export interface Movement {
  mechanism: string;
  on: boolean;
}

/** Returns a sentence that says why a switch cannot be moved alone now; null if it can. */
export function whyBlocked(
  catalogue: Catalogue,
  mechanism: Mechanism,
  on: ReadonlySet<string>,
): string | null {
  const named = (ids: readonly string[]) =>
    ids
      .map((id) => `“${catalogue.mechanisms.find((other) => other.id === id)?.title ?? id}”`)
      .join(' and ');
  if (on.has(mechanism.id)) {
    const dependants = dependantsOf(catalogue, mechanism.id, on);
    return dependants.length > 0
      ? `It cannot be off while ${named(dependants)} ${are(dependants)} on.`
      : null;
  }
  const missing = mechanism.requires.filter((id) => !on.has(id));
  if (missing.length > 0) {
    return `It cannot be on while ${named(missing)} ${are(missing)} off.`;
  }
  const rivals = mechanism.excludes.filter((id) => on.has(id));
  return rivals.length > 0 ? `It cannot be on while ${named(rivals)} ${are(rivals)} on.` : null;
}

const are = (ids: readonly string[]) => (ids.length === 1 ? 'is' : 'are');

function dependantsOf(catalogue: Catalogue, id: string, on: ReadonlySet<string>): string[] {
  return catalogue.mechanisms
    .filter((other) => on.has(other.id) && other.requires.includes(id))
    .map((other) => other.id);
}

/** Returns all movements, in order, that bring a switch into the wanted position. */
export function movementsFor(
  catalogue: Catalogue,
  mechanism: string,
  wanted: boolean,
  on: ReadonlySet<string>,
): Movement[] {
  const state = new Set(on);
  const movements: Movement[] = [];
  const move = (id: string, to: boolean): void => {
    const found = catalogue.mechanisms.find((other) => other.id === id);
    if (!found || state.has(id) === to) {
      return;
    }
    // Update the state first, so that a cycle of requirements ends.
    if (to) {
      state.add(id);
      found.requires.forEach((other) => move(other, true));
      found.excludes.forEach((other) => move(other, false));
    } else {
      state.delete(id);
      dependantsOf(catalogue, id, state).forEach((other) => move(other, false));
    }
    movements.push({ mechanism: id, on: to });
  };
  move(mechanism, wanted);
  return movements;
}

/** Whether every mechanism that is on has all that it requires, and none that it excludes. */
export function fits(catalogue: Catalogue, on: ReadonlySet<string>): boolean {
  return catalogue.mechanisms.every(
    ({ id, requires, excludes }) =>
      !on.has(id) ||
      (requires.every((other) => on.has(other)) && !excludes.some((other) => on.has(other))),
  );
}

/** Returns the switches recorded during a run, without those that would violate a requirement at their time. */
export function fittingInterventions(catalogue: Catalogue, setting: LaneSetting): Intervention[] {
  const left = setting.interventions.toSorted((one, other) => one.at_ns - other.at_ns);
  const kept: Intervention[] = [];
  while (left[0]) {
    const { at_ns: atNs } = left[0];
    const end = left.findIndex((it) => it.at_ns > atNs);
    const moment = left.splice(0, end < 0 ? left.length : end);
    const interventions = [...kept, ...moment];
    if (fits(catalogue, mechanismsOn(catalogue, { ...setting, interventions }, atNs))) {
      kept.push(...moment);
    }
  }
  return kept;
}

/** Describes movements by the last one; the others are made only because the last one requires them. */
export function movementsText(
  catalogue: Catalogue,
  lane: LaneId,
  movements: readonly Movement[],
): string {
  const { mechanism, on } = movements.at(-1) ?? { mechanism: '', on: false };
  const title = catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
  return `switch “${title}” ${on ? 'on' : 'off'} in ${lane.toUpperCase()}`;
}
