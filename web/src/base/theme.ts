/** The light or dark theme: the system's theme, unless the user chose one. */
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

export const useTheme = create<ThemeStore>()(() => {
  const choice = rememberedTheme();
  return { choice, dark: isDark(choice) };
});

/** Chooses a theme, and stores the choice if the browser allows it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(choice);
}

function apply(choice: ThemeChoice): void {
  showTheme(choice);
  useTheme.setState({ choice, dark: isDark(choice) });
}

/** Applies the theme to the page, and follows changes of the system's theme. */
export function startTheme(): void {
  apply(useTheme.getState().choice);
  darkQuery.addEventListener('change', () => apply(useTheme.getState().choice));
}

/** Returns a colour of the style sheet as `#rrggbb`. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
