/** Where the messages about what is kept in this browser stand, once there is one. */
import type { ReactElement } from 'react';

import { useVersion } from '../offline/store.ts';
import { OnDemand } from '../parts/OnDemand.tsx';
import { parts } from '../parts/parts.ts';
import { useSession } from './session.ts';
import { useTroubles } from './storage.ts';

const forget = () => {
  useVersion.setState({ newer: false });
  useSession.setState({ restored: false });
  useTroubles.setState({ troubles: [] });
};

/** The messages. */
export function Kept(): ReactElement {
  const newer = useVersion((state) => state.newer);
  const restored = useSession((state) => state.restored);
  const troubled = useTroubles((state) => state.troubles.length > 0);
  return (
    <OnDemand part={parts.messages} wanted={newer || restored || troubled} giveUp={forget}>
      {({ KeepMessages, NewerVersion }) => (
        <>
          {newer && <NewerVersion />}
          <KeepMessages />
        </>
      )}
    </OnDemand>
  );
}
