/** The place for messages about data stored in this browser. */
import type { ReactElement } from 'react';

import { OnDemand, Part } from '../../core/parts.tsx';
import { useSession, useTroubles, useVersion } from '../../core/storage/first-load.ts';

/** Messages about data stored in this browser, loaded when there is one. */
export const messagesPart = new Part(
  'Data stored in this browser',
  () => import('./KeepMessages.tsx'),
);

const forget = () => {
  useVersion.setState({ newer: false });
  useSession.setState({ restored: false, otherTab: null });
  useTroubles.setState({ troubles: [] });
};

/** Renders the messages. */
export function Kept(): ReactElement {
  const newer = useVersion((state) => state.newer);
  const restored = useSession((state) => state.restored || state.otherTab === 'heard');
  const troubled = useTroubles((state) => state.troubles.length > 0);
  return (
    <OnDemand part={messagesPart} wanted={newer || restored || troubled} giveUp={forget}>
      {({ KeepMessages, NewerVersion }) => (
        <>
          {newer && <NewerVersion />}
          <KeepMessages />
        </>
      )}
    </OnDemand>
  );
}
