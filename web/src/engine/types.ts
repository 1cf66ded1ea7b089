/** Types of the engine's interface; the build generates most of them from Rust. */
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

/** Name of a counter or gauge that samples have. */
export type FigureName = CounterName | GaugeName;

/** The kernels and mechanisms of the engine, independent of a scenario. */
export type Catalogue = Pick<documents.Catalogue, 'presets' | 'mechanisms'>;

/** All names of the engine, with explanations. */
export interface WholeCatalogue extends Catalogue {
  counters: Definition[];
  gauges: Definition[];
}

/** Result of `check`. */
export type CheckResult =
  | { scenario: documents.Scenario; problems?: undefined }
  | { scenario?: undefined; problems: documents.Problem[] };

/** The interface of a machine: the class that the engine's bindings export. */
export type Machine = Pick<bindings.Machine, Extract<keyof bindings.Machine, string>>;
