/** How far a lesson is, for as long as the tab is open: a reload goes on where it was. */
import type { Lesson } from './types.ts';

const KEY = 'reclaim-lab.lesson';

/** A lesson with its step. */
export interface Kept {
  lesson: unknown;
  step: number;
  /** Whether the article was read, not a step of it beside the Lab. */
  reading: boolean;
}

/** Remembers the step, where the browser lets us. */
export function keep(lesson: Lesson, step: number, reading: boolean): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ lesson, step, reading }));
  } catch {
    // Without storage a lesson lasts as long as the page.
  }
}

/** Nothing is to go on. */
export function forget(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // There was none to forget.
  }
}

/** What was open before a reload; null if nothing was, or if what is kept is no such thing. */
export function kept(): Kept | null {
  try {
    const found: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
    if (typeof found === 'object' && found !== null && 'lesson' in found && 'step' in found) {
      const reading = 'reading' in found && found.reading === true;
      return { lesson: found.lesson, step: Number(found.step) || 0, reading };
    }
  } catch {
    // What cannot be read is as good as nothing.
  }
  return null;
}

/** Name in the address: `?lesson=weiner-2011`. */
export const LESSON = 'lesson';

/** Whether the address names one, or one was open before a reload. */
export function lessonWaits(): boolean {
  return new URLSearchParams(window.location.search).has(LESSON) || kept() !== null;
}
