/** The state of the Studies page, and what the tab keeps of it. */
import { create } from 'zustand';

import { tabStorage } from '../../core/storage/storage.ts';
import type { Problem } from '../../engine/types.ts';
import type { Compared, Opened, RunTime } from './desk/client.ts';
import type { GalleryStudy } from './library.ts';
import { routeOf, type Route } from './route.ts';

/** A run in progress. */
interface RunningRun {
  name: string;
  nowNs: number;
}

/** A set of runs that a button started. */
export interface Work {
  /** The purpose of the runs: the results of the study, or a check that a stored result can be reproduced. */
  kind: 'study' | 'sample';
  all: number;
  done: number;
  failed: number;
  workers: number;
  running: RunningRun[];
  leftMs: number | null;
}

/** The study that is shown. */
export interface ShownStudy extends Opened {
  /** The gallery's texts for the study; null if it is not in the gallery. */
  gallery: GalleryStudy | null;
}

export interface StudiesStore {
  route: Route;
  /** The link with which the visitor came from outside this app; null if a page of the app led here. */
  arrivedBy: string | null;
  /** Why the page can show nothing at all. */
  failure: string | null;
  ready: boolean;
  study: ShownStudy | null;
  /** Why the study of the address cannot be opened. */
  problems: readonly Problem[];
  /** Why a file cannot be opened. */
  fileProblems: readonly Problem[];
  work: Work | null;
  /** Failed runs, with the reason. */
  failures: ReadonlyMap<number, string>;
  runTime: RunTime | null;
  /** The runs of a stored result that were computed again here. */
  compared: readonly Compared[];
  /** Why results cannot be stored; null if they can. */
  trouble: string | null;
}

/** The part of the state that belongs to a study, as it is while no study is open. */
export const NO_STUDY = {
  study: null,
  problems: [],
  failures: new Map<number, string>(),
  runTime: null,
  compared: [],
} satisfies Partial<StudiesStore>;

function arrivedBy(): string | null {
  const route = routeOf(window.location.hash);
  const within = document.referrer.startsWith(new URL('./', window.location.href).href);
  return route.view === 'link' && !within ? route.link : null;
}

export const useStudies = create<StudiesStore>()(() => ({
  route: routeOf(window.location.hash),
  arrivedBy: arrivedBy(),
  failure: null,
  ready: false,
  fileProblems: [],
  work: null,
  trouble: null,
  ...NO_STUDY,
}));

// The data that the page keeps in the tab about the study that is shown.

/** Key for the link of the study whose runs continue when the Studies page shows it again. */
export const RUNNING_KEY = 'reclaim-lab.study-runs';
/** Key for the result that was opened from a file. */
export const FILE_KEY = 'reclaim-lab.study-file';

/** Returns a value from the tab's storage; null if it is absent or access is forbidden. */
export function tabValue(key: string): string | null {
  try {
    return tabStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a value in the tab's storage, or removes it with null. If that is not possible, nothing happens. */
export function setTabValue(key: string, value: string | null): void {
  try {
    if (value === null) {
      tabStorage()?.removeItem(key);
    } else {
      tabStorage()?.setItem(key, value);
    }
  } catch {
    // The page works without the tab's storage.
  }
}
