/** The top of each page of the app: the same name, the same ways to go, and the switch of the theme. */
import { useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';

import { chooseTheme, useTheme, type ThemeChoice } from '../base/theme.ts';
import { Icon } from './controls.tsx';

/** The parts of the app; Learn opens on the page of the Lab. */
const PARTS = [
  { id: 'lab', name: 'Lab', address: './' },
  { id: 'results', name: 'Results', address: './results.html' },
  { id: 'studies', name: 'Studies', address: './studies.html' },
  { id: 'learn', name: 'Learn', address: './?learn' },
] as const;

interface TopBarProps {
  part: 'lab' | 'results' | 'studies';
  /** What opens Learn on this page; without it the link leads there. */
  onLearn?: () => void;
  /** What the name of the app does on this page; null where that would change nothing. Elsewhere it leads to the Lab. */
  onStart?: (() => void) | null;
  /** Where this part begins, if the page shows something within it. */
  begin?: string | null;
  /** What goes on here and would end with the page: the other parts open in a tab of their own. */
  goesOn?: string | null;
  children: ReactNode;
}

/** The top. */
export function TopBar({
  part,
  onLearn,
  onStart,
  begin = null,
  goesOn = null,
  children,
}: TopBarProps): ReactElement {
  const apart =
    goesOn === null
      ? {}
      : { target: '_blank', rel: 'noopener', title: `Opens in a new tab: ${goesOn}` };
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        Skip to the main part
      </a>
      <header className="top">
        <h1 className="brand">
          {onStart === null ? (
            'Reclaim Lab'
          ) : (
            <a
              href="./"
              title={onStart && 'Start over: reset the Lab'}
              onClick={(event) => instead(event, onStart)}
              {...apart}
            >
              Reclaim Lab
            </a>
          )}
        </h1>
        <nav className="parts" aria-label="Parts of the app">
          {PARTS.map(({ id, name, address }) =>
            id === part ? (
              <ThisPart key={id} name={name} begin={begin} />
            ) : (
              <a
                key={id}
                href={address}
                onClick={(event) =>
                  goesOn === null && instead(event, id === 'learn' ? onLearn : backTo(address))
                }
                {...apart}
              >
                {name}
              </a>
            ),
          )}
        </nav>
        {children}
      </header>
    </>
  );
}

/** The part that is shown: a way back to its beginning from within. */
function ThisPart({ name, begin }: { name: string; begin: string | null }): ReactElement {
  return begin === null ? (
    <span aria-current="page">{name}</span>
  ) : (
    <a href={begin} aria-current="true">
      {name}
    </a>
  );
}

/**
 * A function that goes back to a part of the app in the history of this tab; undefined if it is not there. The browser may have
 * kept that page as it was left, while a new page would have to compute its run again.
 */
function backTo(address: string): (() => void) | undefined {
  const { navigation } = window as { navigation?: Navigation };
  const { pathname } = new URL(address, document.baseURI);
  const before = navigation?.entries().slice(0, navigation.currentEntry?.index ?? 0);
  const left = before?.findLast(({ url }) => url !== null && new URL(url).pathname === pathname);
  return left && (() => void navigation?.traverseTo(left.key));
}

/** Does something on this page in place of following a link; with a key held the browser opens a tab. */
function instead(event: MouseEvent, act: (() => void) | undefined): void {
  if (act && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    act();
  }
}

/** The address says which run is shown, so that it must stay. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: 'auto', light: 'sun', dark: 'moon' } as const;

/** The button. */
export function ThemeSwitch(): ReactElement {
  const choice = useTheme((state) => state.choice);
  const [said, setSaid] = useState(false);
  return (
    <button
      type="button"
      className="button button-icon secondary expert"
      aria-label={`Theme: ${choice === 'system' ? 'as the system' : choice}`}
      title={`Theme: ${choice === 'system' ? 'as the system' : choice}`}
      aria-live={said ? 'polite' : 'off'}
      onClick={() => {
        setSaid(true);
        chooseTheme(NEXT[choice]);
      }}
    >
      <Icon name={THEME_ICON[choice]} />
    </button>
  );
}
