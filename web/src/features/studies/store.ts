/** What the Studies page shows. */
import { create } from 'zustand';

import type { Problem } from '../../engine/types.ts';
import type { Compared, Opened } from './desk/client.ts';
import type { GalleryStudy } from './library.ts';
import { routeOf, type Route } from './route.ts';

/** A run that is under way. */
interface RunningRun {
  name: string;
  nowNs: number;
}

/** Runs that a button has started. */
export interface Work {
  /** Why they run: for the study's results, or to see whether a stored result can be had again. */
  kind: 'study' | 'sample';
  all: number;
  done: number;
  failed: number;
  workers: number;
  running: RunningRun[];
  leftMs: number | null;
}

/** A study that is shown. */
export interface ShownStudy extends Opened {
  /** Texts of the gallery, where it comes with the app. */
  gallery: GalleryStudy | null;
}

/** How long a run takes here: measured, or longer than was waited for. */
export interface RunTime {
  ms: number;
  more: boolean;
}

/** State of the page. */
export interface StudiesStore {
  route: Route;
  /** Why nothing can be shown. */
  failure: string | null;
  ready: boolean;
  study: ShownStudy | null;
  /** Why the study of the address cannot be opened. */
  problems: readonly Problem[];
  /** Why a file cannot be opened. */
  fileProblems: readonly Problem[];
  work: Work | null;
  /** Runs that failed, and why. */
  failures: ReadonlyMap<number, string>;
  runTime: RunTime | null;
  /** Runs of a stored result that were computed again here. */
  compared: readonly Compared[];
  /** What went wrong with keeping results; null where nothing did. */
  trouble: string | null;
}

/** Nothing of a study. */
export const NO_STUDY = {
  study: null,
  problems: [],
  failures: new Map<number, string>(),
  runTime: null,
  compared: [],
} satisfies Partial<StudiesStore>;

/** The store. */
export const useStudies = create<StudiesStore>()(() => ({
  route: routeOf(window.location.hash),
  failure: null,
  ready: false,
  fileProblems: [],
  work: null,
  trouble: null,
  ...NO_STUDY,
}));
