/** Where lessons stand on the page: the panel of the open one, the way back. */
import type { ReactElement } from 'react';

import { OnDemand, Part } from '../../core/parts.tsx';
import { useLessons } from './store.ts';

/** Lessons, fetched for who learns. */
export const lessonsPart = new Part('Lessons', () => import('./part.tsx'));

// Whoever opens a lesson has fetched this part.
const stay = () => undefined;

/** The open lesson: its article over the Lab, or the panel beside it. */
export function Lesson(): ReactElement {
  const open = useLessons((state) => state.lesson !== null);
  const reading = useLessons((state) => state.reading);
  return (
    <OnDemand part={lessonsPart} wanted={open} giveUp={stay}>
      {({ Article, LessonPanel }) => (reading ? <Article /> : <LessonPanel />)}
    </OnDemand>
  );
}

/** The way back after a lesson. */
export function AfterLesson(): ReactElement {
  const left = useLessons((state) => state.left);
  return (
    <OnDemand part={lessonsPart} wanted={left} giveUp={stay}>
      {({ LeftLesson }) => <LeftLesson />}
    </OnDemand>
  );
}
