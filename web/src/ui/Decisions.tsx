/** The latest decisions, or the life of the frame that is pinned. */
import type { ReactElement } from 'react';

import { unpin } from '../lab/map-view.ts';
import { useLab } from '../lab/store.ts';
import { OnDemand } from '../parts/OnDemand.tsx';
import { parts } from '../parts/parts.ts';
import { DecisionsCard } from './DecisionsCard.tsx';

/** The card. */
export function Decisions(): ReactElement {
  const pin = useLab((state) => state.pin);
  if (!pin) {
    return <DecisionsCard />;
  }
  return (
    <OnDemand part={parts.pinnedPage} wanted giveUp={unpin} meanwhile={<DecisionsCard />}>
      {({ PinnedPage }) => <PinnedPage pin={pin} />}
    </OnDemand>
  );
}
