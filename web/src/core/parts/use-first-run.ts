/** What need not be there before the Lab runs. */
import { useEffect, useState } from 'react';

import { idle } from '../../base/page.ts';
import { firstRun } from './first-run.ts';

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
