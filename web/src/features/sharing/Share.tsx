/** Links: copies the link that shows exactly this run, and shows the verdict on the link that was opened. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { useVerdict } from '../../core/link/state.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { useSaid } from '../../widgets/controls.tsx';

/** Renders the button that copies the link; `quiet` if it is beside a more important button. */
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
        // The address bar may lag behind, and does not contain the time while the run plays.
        current.address?.write();
        const copied = current.address?.addressNow() ?? link;
        // Some contexts (plain http, for example) have no clipboard.
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

/** The verdict on a link, loaded when there is one. */
export const verdictPart = new Part('The check of this link', () => import('./VerdictMark.tsx'));

const forget = () => useVerdict.setState({ verdict: null });

export function LinkVerdict(): ReactElement {
  const judged = useVerdict((state) => state.verdict !== null);
  return (
    <OnDemand part={verdictPart} wanted={judged} giveUp={forget}>
      {({ VerdictMark }) => <VerdictMark />}
    </OnDemand>
  );
}
