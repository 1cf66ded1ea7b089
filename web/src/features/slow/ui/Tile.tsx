/** A page as a small square: colour and letters say its state. */
import type { ReactElement } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import { lettersOf, stateOf, wordsOf } from '../frames.ts';

interface TileProps {
  frame: number;
  flags: number;
  /** More class names. */
  look?: string;
  /** Whether the page is here, and not only remembered here. */
  here?: boolean;
}

/** The square; a table says the same to those who do not see it. */
export function Tile({ frame, flags, look = '', here = true }: TileProps): ReactElement {
  const pfn = slow.frames?.pfn(frame) ?? frame;
  return (
    <span
      className={`tile tile-${stateOf(flags)} ${look}`}
      data-frame={here ? frame : undefined}
      title={`pfn ${formatPfn(pfn)} · ${wordsOf(flags)}`}
    >
      {lettersOf(flags)}
    </span>
  );
}
