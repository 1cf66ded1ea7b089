/** Light or dark: the system's choice unless the person made one. */
import { create } from 'zustand';

import type { MapColours } from '../engine/protocol.ts';
import { PAGE_STATES, type PageState } from '../engine/types.ts';
import { embedded } from '../embed/embedded.ts';

/** What the person chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'reclaim-lab.theme';
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

interface ThemeStore {
  choice: ThemeChoice;
  dark: boolean;
}

/** The theme in force. */
export const useTheme = create<ThemeStore>()(() => {
  const choice = remembered();
  return { choice, dark: isDark(choice) };
});

function isDark(choice: ThemeChoice): boolean {
  return choice === 'system' ? darkQuery.matches : choice === 'dark';
}

function remembered(): ThemeChoice {
  try {
    const kept = embedded
      ? new URLSearchParams(window.location.search).get('theme')
      : window.localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Chooses a theme and remembers it, where the browser lets us. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(choice);
}

function apply(choice: ThemeChoice): void {
  const dark = isDark(choice);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  useTheme.setState({ choice, dark });
}

/** Puts the theme on the page and follows the system. */
export function startTheme(): void {
  apply(useTheme.getState().choice);
  darkQuery.addEventListener('change', () => apply(useTheme.getState().choice));
}

/** A colour of the style sheet, as `#rrggbb`. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

const VARIABLES: Record<PageState, string> = {
  free: 'page-free',
  cleanInactive: 'page-clean-inactive',
  cleanActive: 'page-clean-active',
  dirty: 'page-dirty',
  writeback: 'page-writeback',
  anon: 'page-anon',
  kernel: 'page-kernel',
  isolated: 'page-isolated',
};

/** The colours of the page map in the present theme. */
export function mapColours(): MapColours {
  const pages = Object.fromEntries(
    PAGE_STATES.map((state) => [state, colourOf(VARIABLES[state])]),
  ) as Record<PageState, string>;
  return { pages, ground: colourOf('page-free'), frame: colourOf('surface') };
}
