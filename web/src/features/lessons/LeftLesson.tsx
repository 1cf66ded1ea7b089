/** After a lesson: the way back to what ran before it. */
import type { ReactElement } from 'react';

import { comeBack } from './run.ts';
import { useLessons } from './store.ts';

/** Shown once a lesson was left that had opened another scenario. */
export function LeftLesson(): ReactElement {
  const title = useLessons((state) => state.before?.scenario.title);
  return (
    <section className="hint" aria-label="After the lesson">
      <p>The lesson’s run stays as it is. Before it there was “{title}”.</p>
      <button type="button" className="button" onClick={comeBack}>
        Back to that
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => useLessons.setState({ left: false, before: null })}
      >
        Hide
      </button>
    </section>
  );
}
