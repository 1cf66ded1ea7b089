/** The first run has the page for itself: whatever can wait, waits for it. */
import { lab } from '../lab/lab.ts';

/** Waits until both machines stand at a moment: what was opened runs, or can be run. */
export function firstRun(): Promise<void> {
  return new Promise((resolve) => {
    lab.loop.add(() => {
      if (lab.lanes.loaded()) {
        resolve();
      }
      return false;
    });
  });
}
