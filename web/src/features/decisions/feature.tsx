/** Parts loaded on demand: the first difference of the lanes, and the life of a page. */
import type { ReactElement } from 'react';

import { unpin } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand, Part } from '../../core/parts.tsx';

export const divergencePart = new Part(
  'The divergence search',
  () => import('./DivergenceNote.tsx'),
);
export const pinnedPart = new Part('The history of a page', () => import('./PinnedPage.tsx'));

/** Renders the life of the pinned page, if there is one. */
export function Pinned(): ReactElement | null {
  const pin = useLab((state) => state.pin);
  return (
    pin && (
      <OnDemand part={pinnedPart} wanted giveUp={unpin}>
        {({ PinnedPage }) => <PinnedPage pin={pin} />}
      </OnDemand>
    )
  );
}
