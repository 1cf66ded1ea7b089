/** Light or dark: the system's choice unless the person made one. */
import { create } from 'zustand';

import type { MapColours } from '../engine/protocol.ts';
import { PAGE_STATES, type PageState } from '../engine/types.ts';
import {
  darkQuery,
  isDark,
  rememberedTheme,
  showTheme,
  THEME_KEY,
  type ThemeChoice,
} from './chosen.ts';

export type { ThemeChoice };

interface ThemeStore {
  choice: ThemeChoice;
  dark: boolean;
}

/** The theme in force. */
export const useTheme = create<ThemeStore>()(() => {
  const choice = rememberedTheme();
  return { choice, dark: isDark(choice) };
});

/** Chooses a theme and remembers it, where the browser lets us. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(choice);
}

function apply(choice: ThemeChoice): void {
  showTheme(choice);
  useTheme.setState({ choice, dark: isDark(choice) });
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
