/** What all charts of the panel look at: one stretch of time, and one moment that is pointed at. */
import { create } from 'zustand';

import { LANES } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { panned, within, zoomed, type Span } from './span.ts';

/** The state that the charts share. */
export interface ChartView {
  /** The stretch that is shown; null for the whole run up to now. */
  span: Span | null;
  /** The moment whose figures are shown; null for now. */
  cursorNs: number | null;
}

/** The store. */
export const useChartView = create<ChartView>()(() => ({ span: null, cursorNs: null }));

/** Shortest whole, so that the first seconds do not race across the charts. */
const LEAST_NS = 5e9;

/** The run up to now. */
export function wholeSpan(): Span {
  const times = LANES.map((lane) => lab.lanes.state(lane)?.nowNs ?? 0);
  return { fromNs: 0, toNs: Math.max(...times, LEAST_NS) };
}

/** The stretch that is shown now. */
export function shownSpan(): Span {
  return useChartView.getState().span ?? wholeSpan();
}

/** Shows a stretch. */
export function showSpan(span: Span | null): void {
  useChartView.setState({ span: span && within(wholeSpan(), span) });
}

/** Zooms around a moment, or around the one that is pointed at, or around the middle. */
export function zoomBy(factor: number, aroundNs = useChartView.getState().cursorNs): void {
  const shown = shownSpan();
  const middle = (shown.fromNs + shown.toNs) / 2;
  const inside = aroundNs !== null && aroundNs >= shown.fromNs && aroundNs <= shown.toNs;
  const span = zoomed(wholeSpan(), shown, factor, inside ? aroundNs : middle);
  useChartView.setState({ span });
}

/** Shows an earlier or later stretch of the same length. */
export function panBy(share: number): void {
  const { span } = useChartView.getState();
  if (span) {
    useChartView.setState({ span: panned(wholeSpan(), span, share) });
  }
}

/** Points at a moment in all charts; at now if null. */
export function pointAt(ns: number | null): void {
  const { toNs } = wholeSpan();
  useChartView.setState({ cursorNs: ns === null ? null : Math.min(Math.max(ns, 0), toNs) });
}
