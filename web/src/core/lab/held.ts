/** Keeps the run paused while a dialog shows one moment of it, and lets it play on afterwards. */
import { useEffect } from 'react';

import { lab } from './lab.ts';
import { LANES } from './lanes.ts';
import { useLab } from './store.ts';

/** Whether the run was playing before it was held. */
let owed = false;
/** Whether the next dialog takes over the held run. */
let handed = false;

/** Holds the run while the component is mounted. */
export function useHeldRun(): void {
  useEffect(() => {
    handed = false;
    if (useLab.getState().playing) {
      lab.play(false);
      owed = true;
    }
    return release;
  }, []);
}

/** Leaves the run held when the component unmounts, because another one that holds it follows. */
export function handOver(): void {
  handed = true;
}

function release(): void {
  if (!owed || handed) {
    return;
  }
  owed = false;
  const { playing, goalNs } = useLab.getState();
  // Playing a run that is over would restart it.
  const over = LANES.every((lane) => lab.lanes.state(lane)?.finished ?? true);
  if (!playing && goalNs === null && !over) {
    lab.play(true);
  }
}
