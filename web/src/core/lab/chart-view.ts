/** The stretch of time and the moment that all charts share: what a person does to them. */
import { lab } from './lab.ts';
import { LANES } from './lanes.ts';
import { useChartView, type Span } from './store.ts';

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

/** Shortest whole, so that the first seconds do not race across the charts. */
const LEAST_NS = 5e9;

/** The run up to now. */
export function wholeSpan(): Span {
  const times = LANES.map((lane) => lab.lanes.state(lane)?.nowNs ?? 0);
  return { fromNs: 0, toNs: Math.max(...times, LEAST_NS) };
}

/**
 * The stretch that is shown now: the chosen one, or all of a run that has not come as far. After a change of kernel or
 * scenario, or on the way back, nothing is known of the chosen one; when the run is there again, it is shown again.
 */
export function shownSpan(): Span {
  return reachedSpan(wholeSpan(), useChartView.getState().span);
}

/** Shows a stretch. */
export function showSpan(span: Span | null): void {
  lab.changes.view('stretch of the charts', () => {
    useChartView.setState({ span: span && within(wholeSpan(), span) });
  });
}

/** Zooms around a moment, or around the one that is pointed at, or around the middle. */
export function zoomBy(factor: number, aroundNs = useChartView.getState().cursorNs): void {
  const shown = shownSpan();
  const middle = (shown.fromNs + shown.toNs) / 2;
  const inside = aroundNs !== null && aroundNs >= shown.fromNs && aroundNs <= shown.toNs;
  const span = zoomed(wholeSpan(), shown, factor, inside ? aroundNs : middle);
  lab.changes.viewRun('zoom of the charts', () => useChartView.setState({ span }));
}

/** Shows an earlier or later stretch of the same length. */
export function panBy(share: number): void {
  const { span } = useChartView.getState();
  if (span) {
    lab.changes.viewRun('move of the charts', () => {
      useChartView.setState({ span: panned(wholeSpan(), shownSpan(), share) });
    });
  }
}

/** Points at a moment in all charts; at now if null. */
export function pointAt(ns: number | null): void {
  const { toNs } = wholeSpan();
  useChartView.setState({ cursorNs: ns === null ? null : Math.min(Math.max(ns, 0), toNs) });
}
