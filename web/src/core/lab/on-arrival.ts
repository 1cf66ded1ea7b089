/** Waits for lanes that are on their way to a moment. */
import { useLab } from './store.ts';

/**
 * Does something once the lanes stand where they are going: at once where they are not on their way, and not at all if
 * another scenario is opened or something breaks meanwhile.
 */
export function onArrival(act: () => void): void {
  const { goalNs, openings } = useLab.getState();
  if (goalNs === null) {
    act();
    return;
  }
  const stop = useLab.subscribe((now) => {
    const obsolete = now.openings !== openings || now.failure !== null;
    if (obsolete || now.goalNs === null) {
      stop();
    }
    if (!obsolete && now.goalNs === null) {
      act();
    }
  });
}
