/** Opens what the run is about in plain words. */
import { useState, type ReactElement } from 'react';

import { OnDemand } from '../../core/parts/OnDemand.tsx';
import { Part } from '../../core/parts/part.ts';

const wordsPart = new Part('The explanation', () => import('./PlainWords.tsx'));

/** The link. */
export function InPlainWords(): ReactElement {
  const [shown, setShown] = useState(false);
  const hide = () => setShown(false);
  return (
    <>
      <button type="button" className="link-button" onClick={() => setShown(true)}>
        In plain words
      </button>
      <OnDemand part={wordsPart} wanted={shown} giveUp={hide}>
        {({ PlainWords }) => <PlainWords onClose={hide} />}
      </OnDemand>
    </>
  );
}
