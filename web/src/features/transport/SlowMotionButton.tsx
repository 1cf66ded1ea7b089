/** The way from the Lab into slow motion. */
import type { ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { request } from '../../core/parts/commands.ts';
import { Icon } from '../../widgets/icons.tsx';

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
      onClick={() => request('slow-motion')}
    >
      <Icon name="slow" />
      <span>Slow motion</span>
    </button>
  );
}
