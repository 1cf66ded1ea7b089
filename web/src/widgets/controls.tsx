/** Small controls: icons, a folding panel, a file button, and short-lived messages on buttons. */
import {
  type ReactElement,
  useState,
  useSyncExternalStore,
  type ReactNode,
  useEffect,
} from 'react';

import { embedded } from '../base/page.ts';

const PATHS = {
  play: 'M4.5 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  restart:
    'M8 2.5a5.5 5.5 0 1 0 5.5 5.5h-1.6A3.9 3.9 0 1 1 8 4.1c1 0 2 .4 2.7 1.1L8.6 7.3H14V1.9l-2.1 2.1A5.5 5.5 0 0 0 8 2.5z',
  step: 'M3 3v10l6.5-5zM11 3h2v10h-2z',
  back: 'M13 3v10L6.5 8zM5 3v10H3V3z',
  search:
    'M6.8 1.8a5 5 0 1 0 3 9l3.5 3.5 1.1-1.1-3.5-3.5a5 5 0 0 0-4.1-7.9zm0 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z',
  sun: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM7.3.8h1.4v2.8H7.3zm0 11.6h1.4v2.8H7.3zM.8 7.3h2.8v1.4H.8zm11.6 0h2.8v1.4h-2.8z',
  moon: 'M6.2 1.5A6.7 6.7 0 1 0 14.5 9.8 5.6 5.6 0 0 1 6.2 1.5z',
  auto: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.5v10a5 5 0 0 1 0-10z',
  undo: 'M6.5 2 2 6.2l4.5 4.2V7.6h2.7a2.7 2.7 0 0 1 0 5.4H6v1.6h3.2a4.3 4.3 0 0 0 0-8.6H6.5z',
  redo: 'M9.5 2 14 6.2l-4.5 4.2V7.6H6.8a2.7 2.7 0 0 0 0 5.4H10v1.6H6.8a4.3 4.3 0 0 1 0-8.6H9.5z',
  keys: 'M1 4h14v8.5H1zm1.4 1.4v5.7h11.2V5.4zM3.5 6.5H5V8H3.5zm3.7 0h1.6V8H7.2zm3.8 0h1.5V8H11zM5 8.9h6v1.3H5z',
  table:
    'M1.5 2.5h13v11h-13zM2.9 5.7v1.8h4.4V5.7zm5.8 0v1.8h4.4V5.7zM2.9 8.9v3.2h4.4V8.9zm5.8 0v3.2h4.4V8.9z',
  slow: 'M1 5h4v6H1zm10 0h4v6h-4zM6 3.5h4v9H6zm1.3 1.3v6.4h1.4V4.8z',
  more: 'M1.5 6.5h3v3h-3zm5 0h3v3h-3zm5 0h3v3h-3z',
  larger:
    'M9 2h5v5h-1.5V4.6L9.6 7.5 8.5 6.4l2.9-2.9H9zM7 14H2V9h1.5v2.4l2.9-2.9 1.1 1.1-2.9 2.9H7z',
  smaller: 'M14 3.1 11.1 6h2.4v1.5h-5v-5H10v2.4L12.9 2zM2 12.9 4.9 10H2.5V8.5h5v5H6v-2.4L3.1 14z',
  export:
    'M7.2 1.5h1.6v6.4l2.2-2.2 1.1 1.1L8 10.9 3.9 6.8 5 5.7l2.2 2.2zM2 10.5h1.6v2.4h8.8v-2.4H14v4H2z',
  check: 'M6.2 12.2 2.3 8.3l1.1-1.1 2.8 2.8 6.4-6.4 1.1 1.1z',
} as const;

/** Renders an icon of 16 by 16 units in the colour of the text. */
export function Icon({ name }: { name: keyof typeof PATHS }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/**
 * Only a wide window has room for open panels. Embedded panels are open anyway (see `Panel`): the address asked for
 * them.
 */
const roomy = window.matchMedia('(min-width: 761px)');

function listen(listener: () => void): () => void {
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
}

/** Renders a panel beside the lanes: always open if there is room, folded on a phone. */
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

interface FileButtonProps {
  /** The label of the button. */
  text: string;
  className?: string;
  /** Receives the file; undefined if none was chosen. */
  onFile: (file: File | undefined) => Promise<void>;
}

/** Renders a button that lets the user choose one JSON file. */
export function FileButton({ text, className = '', onFile }: FileButtonProps): ReactElement {
  return (
    <label className={`button ${className}`.trim()}>
      {text}
      <input
        className="visually-hidden"
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          void onFile(event.target.files?.[0]);
          // With the value reset, choosing the same file again (it may have changed) fires a change event.
          event.target.value = '';
        }}
      />
    </label>
  );
}

const SAID_MS = 2000;

/**
 * Keeps the message of a button, such as “Link copied”, for two seconds. Returns the current message, or null, and a
 * function that sets one.
 */
export function useSaid<T>(): readonly [T | null, (said: T) => void] {
  const [said, setSaid] = useState<T | null>(null);
  useEffect(() => {
    const timer = said === null ? 0 : window.setTimeout(() => setSaid(null), SAID_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}
