/** A panel beside the lanes: always open where there is room, folded on a phone. */
import { useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

import { embedded } from '../base/page.ts';

/** In a frame of another page the panel was asked for. */
const roomy = window.matchMedia('(min-width: 761px)');

function listen(listener: () => void): () => void {
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
}

/** The panel. */
export function Panel({
  side,
  title,
  children,
}: {
  side: 'left' | 'right';
  title: string;
  children: ReactNode;
}): ReactElement {
  const wide = useSyncExternalStore(listen, () => roomy.matches);
  const [opened, setOpened] = useState(false);
  return (
    <aside className={`side side-${side}`} aria-label={title}>
      <details
        open={embedded || wide || opened}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary className="side-summary">{title}</summary>
        {children}
      </details>
    </aside>
  );
}
