/** The top bar of each page of the app: the name, the navigation and the theme switch. */
import { useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';

import { chooseTheme, useTheme, type ThemeChoice } from '../base/theme.ts';
import { Icon } from './controls.tsx';

/** The parts of the app; Learn opens on the Lab's page. */
const PARTS = [
  { id: 'lab', name: 'Lab', address: './' },
  { id: 'results', name: 'Results', address: './results.html' },
  { id: 'studies', name: 'Studies', address: './studies.html' },
  { id: 'learn', name: 'Learn', address: './?learn' },
] as const;

interface TopBarProps {
  part: 'lab' | 'results' | 'studies';
  /** Opens Learn on this page; without this function, the link leads to the Lab's page. */
  onLearn?: () => void;
  /**
   * The action of the app's name on this page; null if it would change nothing. If undefined, the name links to the
   * Lab.
   */
  onStart?: (() => void) | null;
  /** The address of this part's first view, if the page shows another view. */
  begin?: string | null;
  /** A task that would end with the page; while there is one, the other parts open in a new tab. */
  goesOn?: string | null;
  children: ReactNode;
}

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
        Skip to the main content
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

/**
 * Renders the name of the current part. If a view other than its first one is shown, the name is a link to the first
 * view.
 */
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
 * Returns a function that opens a part of the app as this tab's history has it last; undefined if the history does not
 * contain it. Only the Lab is opened by going to its entry: the browser may have kept that page as it was, while a new
 * page would have to compute its run again. The other parts get a new entry, so that Back leads to this page.
 */
function backTo(address: string): (() => void) | undefined {
  const { navigation } = window as { navigation?: Navigation };
  const { pathname } = new URL(address, document.baseURI);
  // The newest entry may be ahead of the current one, if the user came here by going back.
  const left = navigation
    ?.entries()
    .findLast(({ url }) => url !== null && new URL(url).pathname === pathname);
  return (
    left &&
    (() =>
      void (address === './'
        ? navigation?.traverseTo(left.key)
        : navigation?.navigate(left.url ?? '')))
  );
}

/**
 * Performs an action instead of following a link, unless the user holds a modifier key, so that the browser opens a tab
 * or a window.
 */
function instead(event: MouseEvent, act: (() => void) | undefined): void {
  if (act && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    act();
  }
}

/** Moves the focus without following the link, because the address identifies the run and must not change. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: 'auto', light: 'sun', dark: 'moon' } as const;

export function ThemeSwitch(): ReactElement {
  const choice = useTheme((state) => state.choice);
  const [said, setSaid] = useState(false);
  return (
    <button
      type="button"
      className="button button-icon secondary expert"
      aria-label={`Theme: ${choice}`}
      title={`Theme: ${choice}`}
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
