/**
 * Moves the switches of a lane, whether the run is paused or plays, and keeps the switches that the lane's engine has
 * recorded.
 */
import { formatSeconds } from '../../base/format.ts';
import type { Intervention, Scenario } from '../../engine/types.ts';
import { ask, Part } from '../parts.tsx';
import type { Changes } from './changes.ts';
import type { LanePair } from './lane-pair.ts';
import { laneSetting, switchedSetting, withLane, type LaneId, type LaneSetting } from './lanes.ts';
import { fittingInterventions, movementsText, type Movement } from './requirements.ts';
import { useLab, type Moment } from './store.ts';

const afterEndPart = new Part(
  'The code that restarts an ended lane',
  () => import('./after-end.ts'),
);

/** The part of the Lab that moving switches uses. */
interface Switched {
  readonly lanes: LanePair;
  readonly changes: Changes;
  beforeRun: (what: string | null) => void;
  moment(): Moment;
  revise(scenario: Scenario, what: string): void;
  change(lane: LaneId, setting: LaneSetting, what: string): void;
  goTo(ns: number): void;
}

/** Moves switches in this order. Call it only while neither lane is seeking. */
export function switchNow(lab: Switched, lane: LaneId, movements: readonly Movement[]): void {
  const { scenario, catalogue } = useLab.getState();
  if (!scenario) {
    return;
  }
  useLab.setState({ notice: null });
  if (lab.lanes.state(lane)?.finished) {
    void ask(afterEndPart).then((part) => part?.switchAfterEnd(lab, lane, movements));
    return;
  }
  const what = movementsText(catalogue, lane, movements);
  if (lab.lanes.nowNs() > 0) {
    lab.changes.lanes(what);
    // This switch changes the run too, so stop the comparison with the run before the last change.
    lab.beforeRun(null);
    forgetMarksAfter(lane, lab.lanes.nowNs());
    lab.lanes.state(lane)?.forgetFuture();
    for (const { mechanism, on } of movements) {
      lab.lanes.client(lane)?.switchMechanism(mechanism, on);
    }
  } else {
    const setting = movements.reduce(
      (before, { mechanism, on }) => switchedSetting(catalogue, before, mechanism, on),
      laneSetting(scenario, lane),
    );
    const interventions = fittingInterventions(catalogue, setting);
    lab.change(lane, { ...setting, interventions }, what);
    reportRemoved(lane, 0, setting.interventions, interventions);
  }
}

/** Stores in the scenario the switches that a `LaneFrame` reports. */
export function keepInterventions(
  lane: LaneId,
  nowNs: number,
  interventions: Intervention[],
): void {
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
function reportRemoved(
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

/** Removes the marks after a time, because they no longer apply. */
function forgetMarksAfter(lane: LaneId, ns: number): void {
  const { marks } = useLab.getState();
  const past = marks[lane].filter((mark) => mark.at_ns <= ns);
  useLab.setState({ marks: { ...marks, [lane]: past } });
}
