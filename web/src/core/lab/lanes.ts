/**
 * A scenario as two lanes: which kernel, which switches, what the engine of each lane is given; and what mechanisms need of
 * each other: why a switch cannot be moved alone, and what else must move.
 */
import type { Catalogue, Intervention, Mechanism, Preset, Scenario } from '../../engine/types.ts';

/** Which lane. */
export type LaneId = 'a' | 'b';

/** Both, in the order of the screen. */
export const LANES: readonly LaneId[] = ['a', 'b'];

/** What differs between the lanes. */
export interface LaneSetting {
  kernel: string;
  mechanisms: Record<string, boolean>;
  interventions: Intervention[];
}

/** The setting of a lane; a scenario that compares with nothing runs the same kernel twice. */
export function laneSetting(scenario: Scenario, lane: LaneId): LaneSetting {
  const source = lane === 'b' && scenario.against ? scenario.against : scenario;
  return {
    kernel: source.kernel,
    mechanisms: source.mechanisms ?? {},
    interventions: source.interventions ?? [],
  };
}

/** The scenario with one lane changed. */
export function withLane(scenario: Scenario, lane: LaneId, setting: LaneSetting): Scenario {
  const part = {
    kernel: setting.kernel,
    mechanisms: setting.mechanisms,
    interventions: setting.interventions,
  };
  if (lane === 'b') {
    return { ...scenario, against: part };
  }
  const against = scenario.against ?? laneSetting(scenario, 'b');
  return { ...scenario, ...part, against };
}

/** The document that the engine of a lane runs. */
export function laneDocument(scenario: Scenario, lane: LaneId): string {
  const document: Scenario = { ...scenario, ...laneSetting(scenario, lane) };
  delete document.against;
  return JSON.stringify(document);
}

/**
 * Mechanisms that are on in a lane for what happens after a virtual time: a switch made at a moment is recorded for
 * the nanosecond after it.
 */
export function mechanismsOn(
  catalogue: Catalogue,
  setting: LaneSetting,
  nowNs: number,
): Set<string> {
  const preset = catalogue.presets.find(({ id }) => id === setting.kernel);
  const on = new Set(preset?.mechanisms ?? []);
  const put = (id: string, wanted: boolean) => (wanted ? on.add(id) : on.delete(id));
  for (const [id, wanted] of Object.entries(setting.mechanisms)) {
    put(id, wanted);
  }
  for (const { at_ns: atNs, mechanism, on: wanted } of setting.interventions) {
    if (atNs <= nowNs + 1) {
      put(mechanism, wanted);
    }
  }
  return on;
}

/** Switches a mechanism before the start; a switch that says what the preset says is left out. */
export function switchedSetting(
  catalogue: Catalogue,
  setting: LaneSetting,
  mechanism: string,
  on: boolean,
): LaneSetting {
  const preset = catalogue.presets.find(({ id }) => id === setting.kernel);
  const mechanisms = { ...setting.mechanisms };
  if ((preset?.mechanisms.includes(mechanism) ?? false) === on) {
    delete mechanisms[mechanism];
  } else {
    mechanisms[mechanism] = on;
  }
  return { ...setting, mechanisms };
}

/** Whether both scenarios compare the same kernels with the same switches. */
export function sameLanes(one: Scenario, other: Scenario): boolean {
  return LANES.every(
    (lane) => settingText(laneSetting(one, lane)) === settingText(laneSetting(other, lane)),
  );
}

function settingText({ kernel, mechanisms, interventions }: LaneSetting): string {
  const sorted = Object.entries(mechanisms).sort(([x], [y]) => (x < y ? -1 : 1));
  return JSON.stringify([kernel, sorted, interventions]);
}

/** A kernel's id without what was added to its version: `3.0` of `3.0-per-zone-dirty`. */
function versionOf(kernel: string): string {
  return kernel.split(/[-+]/)[0] ?? kernel;
}

/** The kernel that a title begins with. */
function rulesOf(title: string): string {
  return /^Linux [^ ,]+( rules)?/.exec(title)?.[0] ?? title;
}

/**
 * Title of a lane: the kernel of its version that is closest to what is on, and what is switched against that. A title
 * never names a patch twice, as it would where a kernel has one and a switch takes it away.
 */
export function laneTitle(catalogue: Catalogue, setting: LaneSetting, nowNs: number): string {
  const on = mechanismsOn(catalogue, setting, nowNs);
  // Of two that are as close, the one to which something is added says it more plainly.
  const distance = ({ mechanisms }: Preset) =>
    mechanisms.filter((id) => !on.has(id)).length * 1.01 +
    [...on].filter((id) => !mechanisms.includes(id)).length;
  const chosen = catalogue.presets.find(({ id }) => id === setting.kernel);
  // “Linux 3.1 rules” under the number 3.2 is another kernel than Linux 3.2, and no variant of it.
  const rules = rulesOf(chosen?.title ?? '');
  const preset = catalogue.presets
    .filter(
      ({ id, title }) => versionOf(id) === versionOf(setting.kernel) && rulesOf(title) === rules,
    )
    .reduce((best, other) => (best && distance(other) < distance(best) ? other : best), chosen);
  const base = preset?.title ?? setting.kernel;
  const own = new Set(preset?.mechanisms ?? []);
  const added = catalogue.mechanisms.filter(({ id }) => on.has(id) && !own.has(id));
  const removed = catalogue.mechanisms.filter(({ id }) => !on.has(id) && own.has(id));
  const named = (list: Mechanism[], sign: string) =>
    list.length > 2
      ? ` ${sign} ${list.length} patches`
      : list.map(({ title }) => ` ${sign} ${inSentence(title)}`).join('');
  return base + named(added, '+') + named(removed, '−');
}

/** Whether no kernel of this version had the mechanisms that a lane has. */
export function isHypothetical(catalogue: Catalogue, setting: LaneSetting, nowNs: number): boolean {
  const on = mechanismsOn(catalogue, setting, nowNs);
  return !catalogue.presets.some(
    ({ id, mechanisms }) =>
      versionOf(id) === versionOf(setting.kernel) &&
      mechanisms.length === on.size &&
      mechanisms.every((mechanism) => on.has(mechanism)),
  );
}

/** A title inside a longer line: its first letter small, unless it is a name or an abbreviation. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** What the title of a changed scenario ends with. */
export const CHANGED = ' (changed)';

/** The title of a scenario without what says that it was changed. */
export function plainTitle(title: string): string {
  return title.endsWith(CHANGED) ? title.slice(0, -CHANGED.length) : title;
}

/** One movement of a switch. */
export interface Movement {
  mechanism: string;
  on: boolean;
}

/** Why a switch cannot be moved alone now, in a sentence; null if it can. */
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

/** All the movements, in their order, that bring a switch where it is wanted. */
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
    // Noted at once, so that a circle of requirements comes to its end.
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

/** Whether every mechanism that is on has what it needs, and nothing that it excludes. */
export function fits(catalogue: Catalogue, on: ReadonlySet<string>): boolean {
  return catalogue.mechanisms.every(
    ({ id, requires, excludes }) =>
      !on.has(id) ||
      (requires.every((other) => on.has(other)) && !excludes.some((other) => on.has(other))),
  );
}

/** The switches of a lane on its way without those that its mechanisms leave without what they need: moment by moment. */
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

/** Movements in words, by the switch that they are made for: the last one. */
export function movementsText(
  catalogue: Catalogue,
  lane: LaneId,
  movements: readonly Movement[],
): string {
  const { mechanism, on } = movements.at(-1) ?? { mechanism: '', on: false };
  const title = catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
  return `switch “${title}” ${on ? 'on' : 'off'} in ${lane.toUpperCase()}`;
}
