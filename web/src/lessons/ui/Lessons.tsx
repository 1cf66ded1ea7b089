/** Where lessons stand on the page, once one is open or was. */
import type { ReactElement } from 'react';

import { OnDemand } from '../../parts/OnDemand.tsx';
import { parts } from '../../parts/parts.ts';
import { useLessons } from '../store.ts';

// Whoever opens a lesson has fetched this part.
const stay = () => undefined;

/** The panel of the open lesson. */
export function Lesson(): ReactElement {
  const open = useLessons((state) => state.lesson !== null);
  return (
    <OnDemand part={parts.lessons} wanted={open} giveUp={stay}>
      {({ LessonPanel }) => <LessonPanel />}
    </OnDemand>
  );
}

/** The way back after a lesson. */
export function AfterLesson(): ReactElement {
  const left = useLessons((state) => state.left);
  return (
    <OnDemand part={parts.lessons} wanted={left} giveUp={stay}>
      {({ LeftLesson }) => <LeftLesson />}
    </OnDemand>
  );
}
