/** What the Results page shows. */
import { create } from 'zustand';

import { routeOf, type Route } from '../../core/link/results-route.ts';
import type { VerdictState } from '../../core/published.ts';
import type { Constants, JudgedLine, Options, Outline } from './engine.ts';
import type { PlacedLine, Table } from './tables.ts';

/** A run that is under way. */
interface RunningRun {
  name: string;
  nowNs: number;
}

/** Runs that a button has started. */
interface Work {
  all: number;
  done: number;
  failed: number;
  workers: number;
  running: RunningRun[];
  leftMs: number | null;
}

/** A plan as the page reads it. */
export interface Planned {
  outline: Outline;
  tables: Table[];
  lines: PlacedLine[];
}

/** Verdicts that lie beside the app. */
export interface Beforehand {
  /** Whether an earlier version of the model computed them. */
  stale: boolean;
  seeds: number;
  /** The lines of the present plan that they judge; none where it is computed in another way. */
  lines: ReadonlyMap<number, JudgedLine>;
}

/** State of the page. */
export interface ResultsStore {
  /** Why nothing can be shown. */
  failure: string | null;
  planned: Planned | null;
  constants: Constants | null;
  options: Options;
  /** The verdicts that are shown: of this browser's runs, else those computed beforehand. */
  judged: ReadonlyMap<number, JudgedLine>;
  beforehand: Beforehand | null;
  /** Lines that this browser has computed, and whether it came to what was computed beforehand. */
  here: ReadonlyMap<number, boolean>;
  /** Runs that this browser has done. */
  finished: ReadonlySet<number>;
  /** Runs that failed, and why. */
  failures: ReadonlyMap<number, string>;
  work: Work | null;
  route: Route;
  /** The one verdictState whose lines are shown; all where there is none. */
  filter: VerdictState | null;
  /** The line that is to be brought into view. */
  sought: number | null;
}

/** The store. */
export const useResults = create<ResultsStore>()(() => ({
  failure: null,
  planned: null,
  constants: null,
  options: { seeds: 1, quick: false },
  judged: new Map(),
  beforehand: null,
  here: new Map(),
  finished: new Set(),
  failures: new Map(),
  work: null,
  route: routeOf(window.location.hash),
  filter: null,
  sought: null,
}));
