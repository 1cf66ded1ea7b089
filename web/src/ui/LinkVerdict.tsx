/** Where the verdict on a link stands, once there is one. */
import type { ReactElement } from 'react';

import { useVerdict } from '../link/verdict.ts';
import { OnDemand } from '../parts/OnDemand.tsx';
import { parts } from '../parts/parts.ts';

const forget = () => useVerdict.setState({ verdict: null });

/** The verdict. */
export function LinkVerdict(): ReactElement {
  const judged = useVerdict((state) => state.verdict !== null);
  return (
    <OnDemand part={parts.verdict} wanted={judged} giveUp={forget}>
      {({ VerdictMark }) => <VerdictMark />}
    </OnDemand>
  );
}
