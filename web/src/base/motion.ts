/** Who asked the system for less motion starts a run by hand. */

/** Whether a run may begin to play by itself. */
export function playsByItself(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
