/** The state of the tour. */
import { create } from 'zustand';

import type { Place } from '../../core/lab/changes.ts';

/** The state of the tour. */
export interface TourStore {
  /** Index of the stop; null while the tour is not active. */
  stop: number | null;
  /** The run before the tour, to restore it afterwards. */
  before: Place | null;
}

export const useTour = create<TourStore>()(() => ({ stop: null, before: null }));
