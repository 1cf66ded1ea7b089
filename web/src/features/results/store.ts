/** What the Results page shows. */
import { create } from 'zustand';

import { routeOf, type Route } from '../../core/link/results-route.ts';
import type { PlacedLine, Table } from './tables.ts';
import type { Constants, JudgedLine, Options, Outline } from './types.ts';

/** A run that is under way. */
export interface RunningRun {
  name: string;
  nowNs: number;
}

/** Runs that a button has started. */
export interface Work {
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

/** State of the page. */
export interface ResultsStore {
  /** Why nothing can be shown. */
  failure: string | null;
  planned: Planned | null;
  constants: Constants | null;
  options: Options;
  judged: ReadonlyMap<number, JudgedLine>;
  /** Runs that are done. */
  finished: ReadonlySet<number>;
  /** Runs that failed, and why. */
  failures: ReadonlyMap<number, string>;
  work: Work | null;
  route: Route;
}

/** The store. */
export const useResults = create<ResultsStore>()(() => ({
  failure: null,
  planned: null,
  constants: null,
  options: { seeds: 1, quick: true },
  judged: new Map(),
  finished: new Set(),
  failures: new Map(),
  work: null,
  route: routeOf(window.location.hash),
}));
