/** The places of lessons on the page: the open lesson, and the offer to restore the run before it. */
import type { ReactElement } from 'react';

import { OnDemand, Part } from '../../core/parts.tsx';
import { useLessons } from './store.ts';

/** Lessons, loaded on demand. */
export const lessonsPart = new Part('Lessons', () => import('./part.tsx'));

// Nothing to reset: the code that opens a lesson is in this part, so the part is loaded already.
const stay = () => undefined;

/** Renders the open lesson: its article over the Lab, or the panel beside it. */
export function Lesson(): ReactElement {
  const open = useLessons((state) => state.lesson !== null);
  const reading = useLessons((state) => state.reading);
  return (
    <OnDemand part={lessonsPart} wanted={open} giveUp={stay}>
      {({ Article, LessonPanel }) => (reading ? <Article /> : <LessonPanel />)}
    </OnDemand>
  );
}

/** Renders the offer to restore the run before a lesson. */
export function AfterLesson(): ReactElement {
  const left = useLessons((state) => state.left);
  return (
    <OnDemand part={lessonsPart} wanted={left} giveUp={stay}>
      {({ LeftLesson }) => <LeftLesson />}
    </OnDemand>
  );
}
