/** Opens what the run is about in plain words. */
import type { ReactElement } from 'react';

import { OnDemand, Part } from '../../core/parts.tsx';

const wordsPart = new Part('The explanation', () => import('./PlainWords.tsx'));

interface InPlainWordsProps {
  shown: boolean;
  onClose: () => void;
}

/** The dialog, fetched for who wants it. */
export function InPlainWords({ shown, onClose }: InPlainWordsProps): ReactElement {
  return (
    <OnDemand part={wordsPart} wanted={shown} giveUp={onClose}>
      {({ PlainWords }) => <PlainWords onClose={onClose} />}
    </OnDemand>
  );
}
