/** Fetches the parts of the page ahead of time, so that whoever asks for one later has it at once. */
import { lab } from '../lab/lab.ts';
import { idle } from './idle.ts';
import { parts } from './parts.ts';

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

/** Fetches one part after another, in idle moments. */
export async function fetchAhead(): Promise<void> {
  for (const part of Object.values(parts)) {
    await idle();
    // Whoever asks for it tries again, and is told then.
    await part.load().catch(() => undefined);
  }
}
