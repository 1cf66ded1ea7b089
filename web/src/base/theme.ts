/** Light or dark: the system's choice unless the person made one. */
import { create } from 'zustand';

import {
  darkQuery,
  isDark,
  rememberedTheme,
  showTheme,
  THEME_KEY,
  type ThemeChoice,
} from './page.ts';

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
