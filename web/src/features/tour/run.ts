/** Begins the tour, moves along it, and ends it with everything as it was. */
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { stopsFor, type Stop } from './stops.ts';
import { useTour } from './store.ts';

let stops: Stop[] = [];

/** The stops of the tour that is on; none while there is none. */
export function tourStops(): readonly Stop[] {
  return stops;
}

/** Begins at the first stop; does nothing while nothing runs. */
export function startTour(): void {
  const before = lab.place();
  const { catalogue, failure } = useLab.getState();
  if (!before || failure !== null || useTour.getState().stop !== null) {
    return;
  }
  lab.play(false);
  stops = stopsFor({ catalogue, scenario: before.scenario });
  useTour.setState({ before });
  showStop(0);
}

/** Shows a stop and does there what it does; beyond the last one the tour ends. */
export function showStop(position: number): void {
  const { before } = useTour.getState();
  const stop = stops[position];
  if (!before || position < 0) {
    return;
  }
  if (!stop) {
    endTour();
    return;
  }
  useTour.setState({ stop: position });
  stop.act?.({ catalogue: useLab.getState().catalogue, scenario: before.scenario });
}

/** Ends the tour: the scenario, its switches, the moment and the speed are those of before. */
export function endTour(): void {
  const { before } = useTour.getState();
  useTour.setState({ stop: null, before: null });
  stops = [];
  if (before) {
    lab.comeBack(before);
  }
}
