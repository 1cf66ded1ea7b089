/** The way in to the tour and the lessons. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
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
