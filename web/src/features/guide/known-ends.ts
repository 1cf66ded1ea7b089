/**
 * Keeps how the runs of this page ended, by their documents: if the user goes back to a run, for example with undo, its
 * end and its result are known again before it is computed anew.
 */
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { laneDocument, LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import type { Mark, Scenario } from '../../engine/types.ts';
import type { LaneOutcome } from './outcome.ts';

/** How the run of a lane ended. */
interface Ended {
  outcome: LaneOutcome;
  marks: Mark[];
}

/** Maximum number of runs kept. */
const KEPT = 200;

const ends = new Map<string, Ended>();
/** Lanes that were compared with the kept runs; later their future may be another one, because of a switch. */
let compared = new WeakSet<LaneState>();
/** Lanes whose end was restored, and is not computed anew yet. */
const restored = new WeakSet<LaneState>();

let documents: { of: Scenario; texts: Record<LaneId, string> } | null = null;

function documentOf(scenario: Scenario, lane: LaneId): string {
  if (documents?.of !== scenario) {
    const texts = { a: laneDocument(scenario, 'a'), b: laneDocument(scenario, 'b') };
    documents = { of: scenario, texts };
  }
  return documents.texts[lane];
}

/** Returns the results of a lane now. */
export function outcomeOfLane(state: LaneState): LaneOutcome {
  return {
    nowNs: state.nowNs,
    finished: state.finished,
    bytes: state.value('bytes_done'),
    reclaimWrites: state.value('nr_vmscan_write'),
    stalls: state.value('allocstall'),
  };
}

/** Returns the results of both lanes at their ends; null unless both ends are known and belong to the current run. */
export function knownEnds(): readonly [LaneOutcome, LaneOutcome] | null {
  const { scenario } = useLab.getState();
  const [a, b] = LANES.map((lane) => {
    const known = lab.lanes.state(lane)?.endedNs ?? null;
    const end = scenario && ends.get(documentOf(scenario, lane));
    return known !== null && end?.outcome.nowNs === known ? end.outcome : null;
  });
  return a && b ? [a, b] : null;
}

/** Returns the time up to which the figures of a lane are known; unlimited if it was computed up to its end. */
export function knownNs(state: LaneState): number {
  const { endedNs, reachedNs, nowNs, history } = state;
  if (endedNs !== null && !restored.has(state)) {
    return Infinity;
  }
  return endedNs === null ? reachedNs : Math.max(nowNs, history.time(history.length - 1));
}

/** Keeps ends, and restores those of runs that begin again; returns a function that stops this. */
export function watchEnds(): () => void {
  look();
  return ticks.listen('figures', look);
}

/** Drops all kept ends. */
export function forgetEnds(): void {
  ends.clear();
  compared = new WeakSet();
}

function look(): void {
  const { scenario } = useLab.getState();
  for (const lane of scenario ? LANES : []) {
    const state = lab.lanes.state(lane);
    if (scenario && state) {
      const document = documentOf(scenario, lane);
      if (state.finished) {
        restored.delete(state);
        keep(document, { outcome: outcomeOfLane(state), marks: useLab.getState().marks[lane] });
      } else if (!compared.has(state)) {
        restore(lane, state, ends.get(document));
      }
      compared.add(state);
    }
  }
}

function keep(document: string, end: Ended): void {
  ends.delete(document);
  const [oldest] = ends.keys();
  if (ends.size >= KEPT && oldest !== undefined) {
    ends.delete(oldest);
  }
  ends.set(document, end);
}

/** Puts a lane into the state of one that has gone back from its end: its end and its marks are known. */
function restore(lane: LaneId, state: LaneState, end: Ended | undefined): void {
  if (!end) {
    return;
  }
  restored.add(state);
  state.endedNs ??= end.outcome.nowNs;
  state.reachedNs = Math.max(state.reachedNs, end.outcome.nowNs);
  const { marks } = useLab.getState();
  if (end.marks.length > marks[lane].length) {
    useLab.setState({ marks: { ...marks, [lane]: end.marks } });
  }
}
