/** Which lesson is open, how far it is, and what was answered. */
import { create } from 'zustand';

import type { Place } from '../../core/lab/changes.ts';
import type { Lesson } from './library.ts';
import type { Answer } from './library.ts';

/** What the page knows of lessons. */
interface LessonStore {
  lesson: Lesson | null;
  /** Position of the step that is shown. */
  step: number;
  /** Whether the article covers the Lab; otherwise a step of it stands beside the Lab. */
  reading: boolean;
  /** What is being run to, in words; null while nothing is. */
  going: string | null;
  /** What could not be done, in a sentence. */
  trouble: string | null;
  /** Answers to the quizzes of this lesson, by step. */
  answers: Record<number, Answer>;
  /** What ran before the lesson. */
  before: Place | null;
  /** A lesson was left, and what ran before it can be had back. */
  left: boolean;
  /** Whether the list of lessons is open. */
  listShown: boolean;
}

/** The store. */
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

// How far a lesson is, for as long as the tab is open: a reload goes on where it was.

const KEY = 'reclaim-lab.lesson';

/** A lesson with its step. */
interface Kept {
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
