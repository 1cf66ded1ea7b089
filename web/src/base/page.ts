/**
 * How the page stands and moves: in a frame of another page or not, by itself or not, when it is idle, how it loads its
 * components, and whether it is light or dark before its stores are loaded.
 */

/** Whether the page stands in a frame of another page, as its address says; the feature `embed` reads the rest of it. */
export const embedded = new URLSearchParams(window.location.search).has('embed');

/** Whether a run may begin to play by itself. */
export function playsByItself(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The longest wait for an idle moment: while a run plays there may be none. */
const WAIT_MS_MAX = 2000;

/** A moment in which the page has nothing better to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser says when it is idle.
    if ('requestIdleCallback' in window) {
      window.requestIdleCallback(() => resolve(), { timeout: WAIT_MS_MAX });
    } else {
      setTimeout(resolve, WAIT_MS_MAX);
    }
  });
}

/** Waits for the page's module; if it cannot be loaded, replaces the static page with an error. */
export async function loadPage(module: Promise<unknown>): Promise<void> {
  try {
    await module;
  } catch (error) {
    console.error(error);
    const message = document.createElement('p');
    message.className = 'loading';
    message.setAttribute('role', 'alert');
    message.textContent =
      'The page could not be loaded. Check the connection to the server and reload the page.';
    document.getElementById('root')?.replaceChildren(message);
  }
}

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
