/** Light or dark as the person chose it: read and shown before the page's stores are loaded. */
import { embedded } from '../page.ts';

/** What the person chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Where the browser keeps the choice. */
export const THEME_KEY = 'reclaim-lab.theme';

/** Matches while the system is dark. */
export const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

/** The kept choice; in a frame of another page the one that its address names. */
export function rememberedTheme(): ThemeChoice {
  try {
    const kept = embedded
      ? new URLSearchParams(window.location.search).get('theme')
      : window.localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Whether a choice means dark now. */
export function isDark(choice: ThemeChoice): boolean {
  return choice === 'system' ? darkQuery.matches : choice === 'dark';
}

/** Puts a choice on the page. */
export function showTheme(choice: ThemeChoice): void {
  document.documentElement.dataset['theme'] = isDark(choice) ? 'dark' : 'light';
}
