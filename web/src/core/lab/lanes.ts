/** A scenario as two lanes: which kernel, which switches, what the engine of each lane is given. */
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
