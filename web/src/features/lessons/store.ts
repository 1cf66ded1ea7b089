/** The open lesson, its step, and the answers. */
import { create } from 'zustand';

import type { Place } from '../../core/lab/changes.ts';
import type { Lesson } from './library.ts';
import type { Answer } from './library.ts';

interface LessonStore {
  lesson: Lesson | null;
  /** Index of the current step. */
  step: number;
  /** Whether the article covers the Lab; otherwise one of its steps is beside the Lab. */
  reading: boolean;
  /** The target of the current seek, in words; null if there is none. */
  going: string | null;
  /** A message about the failure. */
  trouble: string | null;
  /** Answers to the quizzes of this lesson, by step. */
  answers: Record<number, Answer>;
  /** The run before the lesson. */
  before: Place | null;
  /** Whether the lesson was left, and the run before it can be restored. */
  left: boolean;
  /** Whether the list of lessons is open. */
  listShown: boolean;
}

export const useLessons = create<LessonStore>()(() => ({
  lesson: null,
  step: 0,
  reading: false,
  going: null,
  trouble: null,
  answers: {},
  before: null,
  left: false,
  listShown: false,
}));

// The step is stored for the lifetime of the tab: a reload continues there.

const KEY = 'reclaim-lab.lesson';

/** A lesson with its step. */
interface Kept {
  lesson: unknown;
  step: number;
  /** Whether the article was shown, not a step beside the Lab. */
  reading: boolean;
}

/** Stores the step, if the browser allows it. */
export function keep(lesson: Lesson, step: number, reading: boolean): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ lesson, step, reading }));
  } catch {
    // Without storage, a reload closes the lesson.
  }
}

/** Forgets the stored step. */
export function forget(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Returns the lesson that was open before a reload; null if there is none, or the stored value is invalid. */
export function kept(): Kept | null {
  try {
    const found: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
    if (typeof found === 'object' && found !== null && 'lesson' in found && 'step' in found) {
      const reading = 'reading' in found && found.reading === true;
      return { lesson: found.lesson, step: Number(found.step) || 0, reading };
    }
  } catch {
    // An unreadable value counts as none.
  }
  return null;
}

/** Parameter in the address: `?lesson=weiner-2011`. */
export const LESSON = 'lesson';

/** Whether the address names a lesson, or one was open before a reload. */
export function lessonWaits(): boolean {
  return new URLSearchParams(window.location.search).has(LESSON) || kept() !== null;
}
