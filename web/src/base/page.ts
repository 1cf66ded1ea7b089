/**
 * What a page needs before its stores are loaded: whether it is embedded, whether runs may start by themselves, when
 * the browser is idle, how to load the page's module, and whether the page is light or dark.
 */

/** Whether another page embeds this one, according to the address; the feature `embed` reads the other parameters. */
export const embedded = new URLSearchParams(window.location.search).has('embed');

/** Whether a run may start to play by itself. */
export function playsByItself(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The longest wait for an idle period: while a run plays there may be none. */
const WAIT_MS_MAX = 2000;

/** Resolves when the browser is idle. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser has requestIdleCallback.
    if ('requestIdleCallback' in window) {
      window.requestIdleCallback(() => resolve(), { timeout: WAIT_MS_MAX });
    } else {
      setTimeout(resolve, WAIT_MS_MAX);
    }
  });
}

/** Waits for the page's module. If it cannot be loaded, replaces the static page with an error message. */
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

/** The theme that the user chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Key of the choice in the browser's storage. */
export const THEME_KEY = 'reclaim-lab.theme';

/** Matches while the system's theme is dark. */
export const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

/** The stored choice; for an embedded page the one in its address. */
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

/** Whether a choice currently means dark. */
export function isDark(choice: ThemeChoice): boolean {
  return choice === 'system' ? darkQuery.matches : choice === 'dark';
}

/** Applies a choice to the page. */
export function showTheme(choice: ThemeChoice): void {
  document.documentElement.dataset['theme'] = isDark(choice) ? 'dark' : 'light';
}
