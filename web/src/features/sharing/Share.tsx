/** Links: copies the one that shows exactly this run, and shows the verdict on the one that was opened. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { useVerdict } from '../../core/link/state.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { useSaid } from '../../widgets/controls.tsx';

/** The button that copies the link; `quiet` beside one that matters more. */
export function Share({ quiet = false }: { quiet?: boolean }): ReactElement {
  const link = useLab((state) => state.link);
  const [said, setSaid] = useSaid<'copied' | 'refused'>();
  const label = { copied: 'Link copied', refused: 'Copy it from the address bar' };
  const text = said === null ? 'Copy link' : label[said];
  return (
    <button
      type="button"
      className={quiet ? 'button' : 'button button-primary share'}
      disabled={link === ''}
      onClick={() => {
        // The address bar may be a moment behind, and has no moment while the run plays.
        current.address?.write();
        const copied = current.address?.addressNow() ?? link;
        // Not in every context (plain http, say) is there a clipboard.
        Promise.resolve()
          .then(() => navigator.clipboard.writeText(copied))
          .then(
            () => setSaid('copied'),
            () => setSaid('refused'),
          );
      }}
    >
      {text}
      <span role="status" className="visually-hidden">
        {said === null ? '' : text}
      </span>
    </button>
  );
}

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
