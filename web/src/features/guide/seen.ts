/** Whether this tab has seen the first screen before. */

const KEY = 'reclaim-lab.first-minute';

/** Whether it has. */
export function wasSeen(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** It has now. */
export function setSeen(): void {
  try {
    window.sessionStorage.setItem(KEY, 'seen');
  } catch {
    // Without storage it is shown again at the next visit.
  }
}
