/** Where lessons stand on the page: the way in, the panel of the open one, the way back. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import { lessonsPart } from './feature.ts';
import { useLessons } from './store.ts';

/** Opens the dialog. */
export function LearnButton(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  return (
    <button
      type="button"
      className="learn"
      aria-haspopup="dialog"
      title="A tour and lessons (L)"
      disabled={!ready}
      onClick={() => useLessons.setState({ listShown: true })}
    >
      Learn
    </button>
  );
}

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
