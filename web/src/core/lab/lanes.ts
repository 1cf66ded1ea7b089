/** A scenario as two lanes: each lane's kernel and switches, and the document for its engine. */
import type { Catalogue, Intervention, Mechanism, Preset, Scenario } from '../../engine/types.ts';

export type LaneId = 'a' | 'b';

/** Both lanes, in the order on the screen. */
export const LANES: readonly LaneId[] = ['a', 'b'];

/** The settings that may differ between the lanes. */
export interface LaneSetting {
  kernel: string;
  mechanisms: Record<string, boolean>;
  interventions: Intervention[];
}

/** The setting of a lane; a scenario without `against` runs the same kernel twice. */
export function laneSetting(scenario: Scenario, lane: LaneId): LaneSetting {
  const source = lane === 'b' && scenario.against ? scenario.against : scenario;
  return {
    kernel: source.kernel,
    mechanisms: source.mechanisms ?? {},
    interventions: source.interventions ?? [],
  };
}

/** Returns the scenario with the setting of one lane changed. */
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

/** Returns the document for the engine of a lane. */
export function laneDocument(scenario: Scenario, lane: LaneId): string {
  const document: Scenario = { ...scenario, ...laneSetting(scenario, lane) };
  delete document.against;
  return JSON.stringify(document);
}

/**
 * Returns the mechanisms that are on in a lane after a virtual time. A switch that the user moves at
 * time t is recorded as an intervention at t + 1 ns.
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

/** Switches a mechanism before the start; a switch that equals the preset is omitted. */
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

/** Whether both scenarios have the same kernels with the same switches in their lanes. */
export function sameLanes(one: Scenario, other: Scenario): boolean {
  return LANES.every(
    (lane) => settingText(laneSetting(one, lane)) === settingText(laneSetting(other, lane)),
  );
}

function settingText({ kernel, mechanisms, interventions }: LaneSetting): string {
  const sorted = Object.entries(mechanisms).sort(([x], [y]) => (x < y ? -1 : 1));
  return JSON.stringify([kernel, sorted, interventions]);
}

/** Returns a kernel's id without the suffix after its version: `3.0` for `3.0-per-zone-dirty`. */
function versionOf(kernel: string): string {
  return kernel.split(/[-+]/)[0] ?? kernel;
}

/**
 * Returns the kernel with which a title begins, and the suffix “as posted” if there is one: a patch as posted may
 * change more than its switch does.
 */
function rulesOf(title: string): string {
  return title.replace(/(^Linux [^ ,]+( rules)?).*?( as posted)?$/, '$1$3');
}

/**
 * Returns the title of a lane: the kernel of its version that is closest to its mechanisms, plus the switches that
 * differ from that kernel. This way, a title does not name a patch twice: once in the name of the kernel and once as
 * switched off.
 */
export function laneTitle(catalogue: Catalogue, setting: LaneSetting, nowNs: number): string {
  const on = mechanismsOn(catalogue, setting, nowNs);
  // Of two equally close kernels, prefer the one to which mechanisms are added: that title is clearer.
  const distance = ({ mechanisms }: Preset) =>
    mechanisms.filter((id) => !on.has(id)).length * 1.01 +
    [...on].filter((id) => !mechanisms.includes(id)).length;
  const chosen = catalogue.presets.find(({ id }) => id === setting.kernel);
  // “Linux 3.1 rules” with the version 3.2 is a different kernel from Linux 3.2, not a variant of it.
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

/** Whether no kernel of this version has exactly the mechanisms of a lane. */
export function isHypothetical(catalogue: Catalogue, setting: LaneSetting, nowNs: number): boolean {
  const on = mechanismsOn(catalogue, setting, nowNs);
  return !catalogue.presets.some(
    ({ id, mechanisms }) =>
      versionOf(id) === versionOf(setting.kernel) &&
      mechanisms.length === on.size &&
      mechanisms.every((mechanism) => on.has(mechanism)),
  );
}

/** Makes the first letter of a title lower-case for use inside a sentence, except in names and abbreviations. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Suffix of the title of a changed scenario. */
export const CHANGED = ' (changed)';

/** Returns the title of a scenario without this suffix. */
export function plainTitle(title: string): string {
  return title.endsWith(CHANGED) ? title.slice(0, -CHANGED.length) : title;
}
