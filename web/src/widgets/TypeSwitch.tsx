/** Larger type, for a projector. */
import type { ReactElement } from 'react';

import { chooseLarge, useTypeSize } from '../core/type-size.ts';

/** The button. */
export function TypeSwitch(): ReactElement {
  const large = useTypeSize((state) => state.large);
  return (
    <button
      type="button"
      className="button button-icon type-switch expert"
      aria-label="Large type"
      aria-pressed={large}
      title="Large type, for a projector (G)"
      onClick={() => chooseLarge(!large)}
    >
      <span aria-hidden="true">Aa</span>
    </button>
  );
}
