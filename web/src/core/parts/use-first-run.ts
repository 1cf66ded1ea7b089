/** What need not be there before the Lab runs. */
import { useEffect, useState } from 'react';

import { idle } from '../../base/page.ts';
import { lab } from '../lab/lab.ts';

/** Whether the Lab has begun to run, which has the network and the page for itself until then. */
export function useAfterFirstRun(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    void firstRun()
      .then(idle)
      .then(() => setAfter(true));
  }, []);
  return after;
}

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
