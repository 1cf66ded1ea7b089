/** What all charts of the panel look at: one stretch of time, and one moment that is pointed at. */
import { create } from 'zustand';

import type { Span } from './chart-span.ts';

/** The state that the charts share. */
export interface ChartView {
  /** The stretch that is shown; null for the whole run up to now. */
  span: Span | null;
  /** The moment whose figures are shown; null for now. */
  cursorNs: number | null;
}

/** The store. */
export const useChartView = create<ChartView>()(() => ({ span: null, cursorNs: null }));
