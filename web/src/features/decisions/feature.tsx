/** What is fetched when there is something to tell: where the lanes part, and the life of one page. */
import type { ReactElement } from 'react';

import { unpin } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand, Part } from '../../core/parts.tsx';

export const divergencePart = new Part(
  'The divergence search',
  () => import('./DivergenceNote.tsx'),
);
export const pinnedPart = new Part('The life of a page', () => import('./PinnedPage.tsx'));

/** The life of the pinned page; nothing while none is pinned. */
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
