/** A scenario as two lanes: which kernel, which switches, what the engine of each lane is given. */
import type { Catalogue, Intervention, Mechanism, Scenario } from '../../engine/types.ts';

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

/** Title of a lane: its preset and what was switched against it. */
export function laneTitle(catalogue: Catalogue, setting: LaneSetting, nowNs: number): string {
  const preset = catalogue.presets.find(({ id }) => id === setting.kernel);
  const base = preset?.title ?? setting.kernel;
  const own = new Set(preset?.mechanisms ?? []);
  const on = mechanismsOn(catalogue, setting, nowNs);
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
  const version = (id: string) => id.split(/[-+]/)[0];
  const on = mechanismsOn(catalogue, setting, nowNs);
  return !catalogue.presets.some(
    ({ id, mechanisms }) =>
      version(id) === version(setting.kernel) &&
      mechanisms.length === on.size &&
      mechanisms.every((mechanism) => on.has(mechanism)),
  );
}

/** A title inside a longer line: its first letter small, unless it is a name or an abbreviation. */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
