/** State of the Results page. */
import { create } from 'zustand';

import { routeOf, type Route } from '../../core/link/results-route.ts';
import type { VerdictState, Within } from '../../core/published.ts';
import type { Constants, JudgedLine, Options, Outline } from './engine.ts';
import type { PlacedLine, Table } from './tables.ts';

/** A run that is being carried out. */
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

/** A plan in the form that the page reads. */
export interface Planned {
  outline: Outline;
  tables: Table[];
  lines: PlacedLine[];
  /** The allowed deviations of the lines that have their own. */
  within: ReadonlyMap<number, Within>;
}

/** Verdicts computed in advance. */
export interface Beforehand {
  /** Whether an earlier version of the model computed them. */
  stale: boolean;
  seeds: number;
  /** The lines of the current plan that they judge; empty if the plan has other options. */
  lines: ReadonlyMap<number, JudgedLine>;
}

export interface ResultsStore {
  /** Why nothing can be shown. */
  failure: string | null;
  planned: Planned | null;
  constants: Constants | null;
  options: Options;
  /** The verdicts shown: from this browser's runs, else those computed in advance. */
  judged: ReadonlyMap<number, JudgedLine>;
  beforehand: Beforehand | null;
  /** Lines that this browser has computed, and whether the results agree with those computed in advance. */
  here: ReadonlyMap<number, boolean>;
  /** Runs that this browser has finished. */
  finished: ReadonlySet<number>;
  /** Runs that failed, and why. */
  failures: ReadonlyMap<number, string>;
  work: Work | null;
  route: Route;
  /** The verdict state whose lines are shown; null for all. */
  filter: VerdictState | null;
  /** The line to scroll to. */
  sought: number | null;
}

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
