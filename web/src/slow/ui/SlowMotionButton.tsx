/** The way from the Lab into slow motion. */
import type { ReactElement } from 'react';

import { useLab } from '../../lab/store.ts';
import { openSlowMotion } from '../../parts/parts.ts';
import { Icon } from '../../ui/icons.tsx';

/** The button. */
export function SlowMotionButton(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  return (
    <button
      type="button"
      className="button button-slow secondary"
      title="Watch a reclaim batch page by page (S)"
      aria-haspopup="dialog"
      disabled={!ready}
      onClick={() => void openSlowMotion()}
    >
      <Icon name="slow" />
      <span>Slow motion</span>
    </button>
  );
}
