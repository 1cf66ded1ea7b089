/** Puts what the lanes tell into the store: marks, decisions, recorded switches. */
import { formatSeconds } from '../../base/format.ts';
import type { LaneFrame } from '../../engine/protocol.ts';
import type { Intervention, Problem } from '../../engine/types.ts';
import { ticks } from '../time/ticks.ts';
import { laneSetting, withLane, type LaneId } from './lanes.ts';
import { movementsText } from './requirements.ts';
import { useLab } from './store.ts';

/** Takes what a frame tells beside the figures. */
export function takeFrame(lane: LaneId, frame: LaneFrame): void {
  if (frame.digest !== null) {
    ticks.hurry();
  }
  const { marks, decisions } = useLab.getState();
  // After going back the marks of the time that was are still right.
  if (frame.marks && frame.marks.length > marks[lane].length) {
    useLab.setState({ marks: { ...marks, [lane]: frame.marks } });
  }
  if (frame.decisions) {
    useLab.setState({ decisions: { ...decisions, [lane]: frame.decisions } });
  }
  if (frame.interventions) {
    keepInterventions(lane, frame.nowNs, frame.interventions);
  }
}

function keepInterventions(lane: LaneId, nowNs: number, interventions: Intervention[]): void {
  const { scenario } = useLab.getState();
  if (scenario) {
    const setting = laneSetting(scenario, lane);
    if (JSON.stringify(setting.interventions) !== JSON.stringify(interventions)) {
      useLab.setState({ scenario: withLane(scenario, lane, { ...setting, interventions }) });
      reportRemoved(lane, nowNs, setting.interventions, interventions);
    }
  }
}

/** Reports later switches that were removed because they conflict with a switch at an earlier time. */
export function reportRemoved(
  lane: LaneId,
  nowNs: number,
  before: readonly Intervention[],
  after: readonly Intervention[],
): void {
  const { catalogue } = useLab.getState();
  const kept = new Set(after.map((it) => JSON.stringify(it)));
  const gone = before.filter((it) => it.at_ns > nowNs + 1 && !kept.has(JSON.stringify(it)));
  if (gone.length > 0) {
    const title = 'A later switch was removed, because it conflicts with this one';
    const problems = gone.map((it) => ({
      field: '',
      problem: `At ${formatSeconds(it.at_ns)}: ${movementsText(catalogue, lane, [it])}`,
      fix: '',
    }));
    useLab.setState({ notice: { tone: 'neutral', title, problems } });
  }
}

/** Removes the marks after a time, which no longer apply. */
export function forgetMarksAfter(lane: LaneId, ns: number): void {
  const { marks } = useLab.getState();
  const past = marks[lane].filter((mark) => mark.at_ns <= ns);
  useLab.setState({ marks: { ...marks, [lane]: past } });
}

/** Shows the problems of a refused request. */
export function refuse(problems: Problem[]): void {
  useLab.setState({ notice: { tone: 'bad', title: 'This cannot be run', problems } });
}
