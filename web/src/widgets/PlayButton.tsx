/** Starts and stops virtual time; while lanes are computed up to a moment, what a press does then. */
import type { ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { Icon } from './controls.tsx';

interface PlayButtonProps {
  className: string;
  disabled?: boolean;
  /** Says it in a word, where there is room and no key does it. */
  inWords?: boolean;
}

/** The button. */
export function PlayButton({
  className,
  disabled = false,
  inWords = false,
}: PlayButtonProps): ReactElement {
  const text = useLab(({ playing, goalNs, goesOn }) => {
    if (goalNs !== null && !goesOn) {
      return 'Stop computing';
    }
    return playing ? 'Pause' : 'Play';
  });
  return (
    <button
      type="button"
      className={`button ${className}`}
      aria-label={text}
      title={inWords ? undefined : `${text} (space)`}
      disabled={disabled}
      onClick={() => lab.toggle()}
    >
      {inWords ? text : <Icon name={text === 'Play' ? 'play' : 'pause'} />}
    </button>
  );
}
