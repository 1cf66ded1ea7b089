/** Waits for what need not be at once. */

/** The longest wait for an idle moment: while a run plays there may be none. */
const WAIT_MS_MAX = 3000;

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
