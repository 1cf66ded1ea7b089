/** Seeks to a mark of the timeline. */
import { lab } from './lab.ts';
import { onArrival } from './store.ts';
import { COUNTED_BY, goalOf, WAIT_NS, type PlacedMark } from './timeline.ts';

/** What a seek to a mark needs of it. */
export type MarkGoal = Pick<PlacedMark, 'lane' | 'name' | 'atNs' | 'kind'>;

/** Step in which the run goes on until the event is counted: the shortest interval of samples. */
const STEP_NS = 50e6;

/** Seeks to the first sample that shows the event of a mark. */
export function goToMark(mark: MarkGoal, goOn = false): void {
  lab.goTo(goalOf(mark, lab.lanes.state(mark.lane)), goOn);
  if (!goOn && mark.kind === 'moment') {
    untilCounted(mark);
  }
}

/** Goes on to the sample if it was not known before the seek. */
function untilCounted(mark: MarkGoal): void {
  const counter = COUNTED_BY[mark.name];
  if (!counter) {
    return;
  }
  onArrival(() => {
    const state = lab.lanes.state(mark.lane);
    const { nowNs = 0 } = state ?? {};
    // Elsewhere, the user has sought another time.
    const near = nowNs >= mark.atNs && nowNs <= mark.atNs + WAIT_NS;
    if (state && near && !state.finished && state.value(counter) === 0) {
      lab.goTo(nowNs + STEP_NS);
      untilCounted(mark);
    }
  });
}
