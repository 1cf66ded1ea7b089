/** The place of the published figures on the page, if the scenario was opened from a row of the Results page. */
import { useEffect, useState, type ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { ROW, rowOf, rowShown } from '../../core/link/results-route.ts';
import { OnDemand, Part } from '../../core/parts.tsx';

/** The published figures of this row, loaded on demand. */
const rowPart = new Part('The published figures', () => import('./RowLine.tsx'));

// If the part cannot be loaded, the run is shown without the figures.
const stay = () => undefined;

/** Renders the line until another scenario is opened; detects an opening even while it is hidden. */
export function FromRow({ hidden }: { hidden: boolean }): ReactElement | null {
  const openings = useLab((state) => state.openings);
  const [opened] = useState(() => ({
    openings,
    place: rowOf(rowShown(window.location.search) ?? ''),
  }));
  const here = openings === opened.openings;
  useEffect(() => {
    // Remove the row at every opening, because Back in the browser's history restores the address with the row.
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
