/** Whether a lesson is to be open when the page is. */
import { kept } from './kept.ts';

/** Name in the address: `?lesson=weiner-2011`. */
export const LESSON = 'lesson';

/** Whether the address names one, or one was open before a reload. */
export function lessonWaits(): boolean {
  return new URLSearchParams(window.location.search).has(LESSON) || kept() !== null;
}
