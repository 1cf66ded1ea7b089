/** What the engine tells of itself and of its machines: all of it as the build writes it from the Rust. */
import type { CounterName, Definition, GaugeName } from './generated/engine.ts';
import type * as documents from './generated/scenario.ts';
import type * as bindings from './pkg/reclaim.js';

export * from './generated/engine.ts';
export type { TimelineMark as Mark } from './generated/engine.ts';
export type {
  DecodeResult,
  Intervention,
  LinkView,
  MechanismInfo as Mechanism,
  PresetInfo as Preset,
  Problem,
  Scenario,
} from './generated/scenario.ts';

/** A counter or gauge: what a sample has a figure of. */
export type FigureName = CounterName | GaugeName;

/** The kernels and the switches that the engine knows, independent of a scenario. */
export type Catalogue = Pick<documents.Catalogue, 'presets' | 'mechanisms'>;

/** Everything that it knows by name. */
export interface WholeCatalogue extends Catalogue {
  counters: Definition[];
  gauges: Definition[];
}

/** Answer of `check`. */
export type CheckResult =
  | { scenario: documents.Scenario; problems?: undefined }
  | { scenario?: undefined; problems: documents.Problem[] };

/** The face of a machine that runs: the class that the engine's bindings export. */
export type Machine = Pick<bindings.Machine, Extract<keyof bindings.Machine, string>>;
