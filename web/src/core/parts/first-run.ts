/** The first run has the page for itself: whatever can wait, waits for it. */
import { useEffect, useState } from 'react';

import { idle } from '../../base/page.ts';
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

/** Whether the first run has begun and the page was idle since: a part that nobody asks for is fetched from then on. */
export function useAfterFirstRun(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    void firstRun()
      .then(idle)
      .then(() => setAfter(true));
  }, []);
  return after;
}
