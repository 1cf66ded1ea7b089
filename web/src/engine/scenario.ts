/** The scenario document, as the build writes it from the Rust types. */
export type { Intervention, Lane, Scenario } from './generated/scenario.ts';
