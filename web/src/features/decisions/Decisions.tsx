/** The latest decisions, or the life of the frame that is pinned. */
import type { ReactElement } from 'react';

import { unpin } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import { pinnedPart } from './feature.ts';
import { DecisionsCard } from './DecisionsCard.tsx';

/** The card. */
export function Decisions(): ReactElement {
  const pin = useLab((state) => state.pin);
  if (!pin) {
    return <DecisionsCard />;
  }
  return (
    <OnDemand part={pinnedPart} wanted giveUp={unpin} meanwhile={<DecisionsCard />}>
      {({ PinnedPage }) => <PinnedPage pin={pin} />}
    </OnDemand>
  );
}
