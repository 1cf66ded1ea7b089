/** Which lesson is open, how far it is, and what was answered. */
import { create } from 'zustand';

import type { Place } from '../../core/lab/changes.ts';
import type { Answer } from './measure.ts';
import type { Lesson } from './types.ts';

/** What the page knows of lessons. */
export interface LessonStore {
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
