/** The stretch of time that all charts show, and the moment that is pointed at. */
import { create } from 'zustand';

/** From one virtual nanosecond to another. */
export interface Span {
  fromNs: number;
  toNs: number;
}

/** Shortest stretch that can be looked at: two samples at their least distance. */
export const SHORTEST_NS = 100e6;

/** A stretch moved and stretched so that it lies within the whole and is not too short. */
export function within(whole: Span, { fromNs, toNs }: Span): Span {
  const most = whole.toNs - whole.fromNs;
  const length = Math.min(Math.max(toNs - fromNs, Math.min(SHORTEST_NS, most)), most);
  const from = Math.min(Math.max(fromNs, whole.fromNs), whole.toNs - length);
  return { fromNs: from, toNs: from + length };
}

/** The chosen stretch where the run reaches its end, all of the run otherwise. */
export function reachedSpan(whole: Span, chosen: Span | null): Span {
  return chosen === null || chosen.toNs > whole.toNs ? whole : chosen;
}

/** A stretch `factor` times as long, in which `aroundNs` keeps its place; the whole as null. */
export function zoomed(whole: Span, span: Span, factor: number, aroundNs: number): Span | null {
  const length = (span.toNs - span.fromNs) * factor;
  if (length >= whole.toNs - whole.fromNs) {
    return null;
  }
  const share = (aroundNs - span.fromNs) / (span.toNs - span.fromNs);
  const kept = Math.max(length, SHORTEST_NS);
  const fromNs = aroundNs - share * kept;
  return within(whole, { fromNs, toNs: fromNs + kept });
}

/** A stretch of the same length, later by a share of it. */
export function panned(whole: Span, span: Span, share: number): Span {
  const by = (span.toNs - span.fromNs) * share;
  return within(whole, { fromNs: span.fromNs + by, toNs: span.toNs + by });
}

/** The state that the charts share. */
export interface ChartView {
  /** The stretch that is shown; null for the whole run up to now. */
  span: Span | null;
  /** The moment whose figures are shown; null for now. */
  cursorNs: number | null;
}

/** The store. */
export const useChartView = create<ChartView>()(() => ({ span: null, cursorNs: null }));
