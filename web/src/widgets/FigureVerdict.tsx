/** A verdict on a figure as a shape, a colour and words. */
import type { ReactElement } from 'react';

import { VERDICT_NAMES, type VerdictState } from '../core/published.ts';
import './figure-verdict.css';

/** SVG paths of 12 by 12 units. */
export const SHAPES: Record<VerdictState, string> = {
  reproduced: 'M4.8 10 1.2 6.4l1.3-1.3 2.3 2.3 4.7-4.8 1.3 1.3z',
  direction_only: 'M6 1.5 11 10.5H1zM6 5 4 8.8h4z',
  missed:
    'M2.6 1.3 6 4.7l3.4-3.4 1.3 1.3L7.3 6l3.4 3.4-1.3 1.3L6 7.3l-3.4 3.4-1.3-1.3L4.7 6 1.3 2.6z',
  noise:
    'M1 5.2c2-2.4 3.4-.9 5-.1 1.6.8 2.7.9 4.3-1.1L11.3 5.5c-2 2.4-3.7 1.8-5.3 1C4.4 5.7 3.5 5.1 2.1 6.9z',
  weak: 'M5.2 1h1.6v2.7h2.7v1.6H6.8v2.5H5.2V5.3H2.5V3.7h2.7zM2.5 9.2h7v1.6h-7z',
  not_modelled: 'M1.5 5.2h9v1.6h-9z',
  too_small: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 1.7a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  failed: 'M5.1 1.5h1.8v5.5H5.1zM5.1 8.5h1.8v1.9H5.1z',
  waiting: 'M2 5h2v2H2zM5 5h2v2H5zM8 5h2v2H8z',
};

/** Renders the shape alone. */
export function VerdictIcon({ verdictState }: { verdictState: VerdictState }): ReactElement {
  return (
    <svg
      className={`verdict-shape verdict-${verdictState}`}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
    >
      <path d={SHAPES[verdictState]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/** Renders the shape and the words. */
export function VerdictName({ verdictState }: { verdictState: VerdictState }): ReactElement {
  return (
    <span className={`verdict-name verdict-${verdictState}`}>
      <VerdictIcon verdictState={verdictState} />
      {VERDICT_NAMES[verdictState]}
    </span>
  );
}
