/** Shows what is fetched only when it is wanted. */
import { useEffect, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

import { ask, type Part } from './part.ts';

interface OnDemandProps<M> {
  part: Part<M>;
  wanted: boolean;
  /** Takes the wish back where it cannot be fulfilled; the person has been told. The same function each time. */
  giveUp: () => void;
  /** What stands there until it has come. */
  meanwhile?: ReactNode;
  children: (module: M) => ReactNode;
}

/** The part, once it is wanted and there: at once if it was fetched before. */
export function OnDemand<M>(props: OnDemandProps<M>): ReactElement | null {
  const { part, wanted, giveUp, meanwhile = null, children } = props;
  const module = useSyncExternalStore(part.listen, () => part.module);
  useEffect(() => {
    if (wanted) {
      void ask(part).then((found) => found ?? giveUp());
    }
  }, [part, wanted, giveUp]);
  if (!wanted) {
    return null;
  }
  return <>{module === null ? meanwhile : children(module)}</>;
}
