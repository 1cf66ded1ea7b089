/** Where the verdict on a link stands, once there is one. */
import type { ReactElement } from 'react';

import { useVerdict } from '../../core/link/verdict.ts';
import { OnDemand, Part } from '../../core/parts/part.tsx';

/** The verdict on a link, fetched when there is one. */
export const verdictPart = new Part('The verdict on this link', () => import('./VerdictMark.tsx'));

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
