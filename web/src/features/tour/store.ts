/** Which stop of the tour is shown. */
import { create } from 'zustand';

import type { Place } from '../../core/lab/changes.ts';

/** What the page knows of the tour. */
export interface TourStore {
  /** Position of the stop; null while nobody is on tour. */
  stop: number | null;
  /** What ran before, to come back to. */
  before: Place | null;
}

/** The store. */
export const useTour = create<TourStore>()(() => ({ stop: null, before: null }));
