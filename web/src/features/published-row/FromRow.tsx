/** The place of the published figures on the page: only where the scenario was opened from a row of the Results page. */
import { useEffect, useState, type ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { ROW, rowOf, type RowPlace } from '../../core/link/results-route.ts';
import { OnDemand, Part } from '../../core/parts.tsx';

/** The published figures of a row whose scenario was opened from the Results page. */
const rowPart = new Part('The published figures', () => import('./RowLine.tsx'));

// Without the part the run stands alone.
const stay = () => undefined;

/** The line, until another scenario is opened; hidden, it still hears of that. */
export function FromRow({ hidden }: { hidden: boolean }): ReactElement | null {
  const openings = useLab((state) => state.openings);
  const [opened] = useState(() => ({ openings, place: placeNow() }));
  const here = openings === opened.openings;
  useEffect(() => {
    // Each time: going back in the browser history brings the row’s address back.
    if (openings !== opened.openings) {
      const address = new URL(window.location.href);
      address.searchParams.delete(ROW);
      window.history.replaceState(window.history.state, '', address);
    }
  }, [openings, opened]);
  const { place } = opened;
  return place && here && !hidden ? (
    <OnDemand part={rowPart} wanted giveUp={stay}>
      {({ RowLine }) => <RowLine place={place} />}
    </OnDemand>
  ) : null;
}

function placeNow(): RowPlace | null {
  const text = new URL(window.location.href).searchParams.get(ROW);
  return text === null ? null : rowOf(text);
}
