/** The time range that all charts show, and the time at which the user points. */
import { lab } from './lab.ts';
import { LANES } from './lanes.ts';
import { onArrival, useChartView, type Span } from './store.ts';

/** Shortest time range: two samples at their minimum interval. */
export const SHORTEST_NS = 100e6;

/** Returns a range moved and resized so that it is within `whole` and not too short. */
export function within(whole: Span, { fromNs, toNs }: Span): Span {
  const most = whole.toNs - whole.fromNs;
  const length = Math.min(Math.max(toNs - fromNs, Math.min(SHORTEST_NS, most)), most);
  const from = Math.min(Math.max(fromNs, whole.fromNs), whole.toNs - length);
  return { fromNs: from, toNs: from + length };
}

/** The chosen range if the run has reached it, otherwise the whole run. */
export function reachedSpan(whole: Span, chosen: Span | null): Span {
  return chosen === null || chosen.fromNs >= whole.toNs ? whole : chosen;
}

/** Share of a moved range that is before the moment: charts are empty after it. */
const BEFORE = 0.75;

/** Returns the range if the moment is inside, otherwise a range of the same length around it. */
export function movedTo(span: Span, ns: number): Span {
  if (ns >= span.fromNs && ns <= span.toNs) {
    return span;
  }
  const length = span.toNs - span.fromNs;
  const fromNs = Math.max(0, ns - length * BEFORE);
  return { fromNs, toNs: fromNs + length };
}

// A zoom stays after a seek, and shows the moment that the user sought.
lab.onSeek = () =>
  onArrival(() => {
    const { span } = useChartView.getState();
    if (span) {
      useChartView.setState({ span: movedTo(span, lab.lanes.nowNs()) });
    }
  });

/** Returns a range `factor` times as long in which `aroundNs` keeps its position; null for the whole run. */
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

/** Returns a range of the same length, moved by a share of it. */
export function panned(whole: Span, span: Span, share: number): Span {
  const by = (span.toNs - span.fromNs) * share;
  return within(whole, { fromNs: span.fromNs + by, toNs: span.toNs + by });
}

/** Minimum length of the range of the whole run, so that the charts do not rescale quickly in the first seconds. */
const LEAST_NS = 5e9;

/**
 * Returns the range of the run up to now: while one lane is ahead, because both are being computed, up to the time that
 * both have reached.
 */
export function wholeSpan(): Span {
  const states = LANES.map((lane) => lab.lanes.state(lane));
  const ended = states.map((state) => (state?.finished ? state.nowNs : 0));
  const open = states.flatMap((state) => (state && !state.finished ? [state.nowNs] : []));
  const reached = open.length > 0 ? Math.min(...open) : 0;
  return { fromNs: 0, toNs: Math.max(...ended, reached, LEAST_NS) };
}

/**
 * Returns the range that is shown: the chosen one, or the whole run until the run reaches the chosen one. After a change
 * of kernel or scenario, the run may not have reached it yet.
 */
export function shownSpan(): Span {
  return reachedSpan(wholeSpan(), useChartView.getState().span);
}

/** Shows a range; null shows the whole run. */
export function showSpan(span: Span | null): void {
  lab.changes.view('time range of the charts', () => {
    useChartView.setState({ span: span && within(wholeSpan(), span) });
  });
}

/** Zooms around a time: by default the time that the user points at, or else the middle of the range. */
export function zoomBy(factor: number, aroundNs = useChartView.getState().cursorNs): void {
  const shown = shownSpan();
  const middle = (shown.fromNs + shown.toNs) / 2;
  const inside = aroundNs !== null && aroundNs >= shown.fromNs && aroundNs <= shown.toNs;
  const span = zoomed(wholeSpan(), shown, factor, inside ? aroundNs : middle);
  lab.changes.viewRun('zoom of the charts', () => useChartView.setState({ span }));
}

/** Moves the range by a share of its length. */
export function panBy(share: number): void {
  const { span } = useChartView.getState();
  if (span) {
    lab.changes.viewRun('pan of the charts', () => {
      useChartView.setState({ span: panned(wholeSpan(), shownSpan(), share) });
    });
  }
}

/** Points at a time in all charts; null points at the current time. */
export function pointAt(ns: number | null): void {
  const { toNs } = wholeSpan();
  useChartView.setState({ cursorNs: ns === null ? null : Math.min(Math.max(ns, 0), toNs) });
}
