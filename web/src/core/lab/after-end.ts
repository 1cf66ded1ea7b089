/** Handles switches that are moved in a lane whose run has ended. */
import type { Scenario } from '../../engine/types.ts';
import type { LanePair } from './lane-pair.ts';
import {
  laneSetting,
  mechanismsOn,
  switchedSetting,
  withLane,
  type LaneId,
  type LaneSetting,
} from './lanes.ts';
import { movementsText, type Movement } from './requirements.ts';
import { useLab, type Moment } from './store.ts';

/** The part of the Lab that is used here. */
interface Runs {
  readonly lanes: LanePair;
  moment(): Moment;
  revise(scenario: Scenario, what: string): void;
}

/**
 * Runs both lanes again, with this lane's current switches from the start: if they were recorded at the end, they would
 * only change the lane's title.
 */
export function switchAfterEnd(lab: Runs, lane: LaneId, movements: readonly Movement[]): void {
  const { scenario, catalogue } = useLab.getState();
  if (!scenario) {
    return;
  }
  const setting = laneSetting(scenario, lane);
  const on = mechanismsOn(catalogue, setting, lab.moment().nowNs);
  movements.forEach((movement) => on[movement.on ? 'add' : 'delete'](movement.mechanism));
  const begun = catalogue.mechanisms.reduce<LaneSetting>(
    (before, { id }) => switchedSetting(catalogue, before, id, on.has(id)),
    { ...setting, mechanisms: {}, interventions: [] },
  );
  const what = movementsText(catalogue, lane, movements);
  lab.revise(withLane(scenario, lane, begun), what);
  const title = `${lane.toUpperCase()} had ended, so both lanes run again from the start, with ${what.replace('switch ', '')}`;
  useLab.setState({ notice: { tone: 'neutral', title, problems: [] } });
}
