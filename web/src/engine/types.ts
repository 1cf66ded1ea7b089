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
  PresetInfo as Preset,
  Problem,
  Scenario,
} from './generated/scenario.ts';

/** Name of a counter or gauge that samples have. */
export type FigureName = CounterName | GaugeName;

/** A mechanism without its explanation. */
export type Mechanism = Omit<documents.MechanismInfo, 'explanation' | 'source'>;

/** The kernels and mechanisms of the engine, independent of a scenario. */
export interface Catalogue {
  presets: documents.PresetInfo[];
  mechanisms: Mechanism[];
}

/** All names of the engine, with explanations. */
export interface WholeCatalogue extends Catalogue {
  mechanisms: documents.MechanismInfo[];
  counters: Definition[];
  gauges: Definition[];
}

/** Result of `check`. */
export type CheckResult =
  | { scenario: documents.Scenario; problems?: undefined }
  | { scenario?: undefined; problems: documents.Problem[] };

/** The interface of a machine: the class that the engine's bindings export. */
export type Machine = Pick<bindings.Machine, Extract<keyof bindings.Machine, string>>;
