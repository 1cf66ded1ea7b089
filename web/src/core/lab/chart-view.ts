/** What a person does to the stretch and the moment that all charts share. */
import { panned, reachedSpan, within, zoomed, type Span, useChartView } from './chart-span.ts';
import { lab } from './lab.ts';
import { LANES } from './lanes.ts';

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
