/** Where the verdict on a link stands, once there is one. */
import type { ReactElement } from 'react';

import { useVerdict } from '../../core/link/verdict.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import { verdictPart } from './feature.ts';

const forget = () => useVerdict.setState({ verdict: null });

/** The verdict. */
export function LinkVerdict(): ReactElement {
  const judged = useVerdict((state) => state.verdict !== null);
  return (
    <OnDemand part={verdictPart} wanted={judged} giveUp={forget}>
      {({ VerdictMark }) => <VerdictMark />}
    </OnDemand>
  );
}
