/** What the colours of page frames mean: of those that the maps and ribbons show now. */
import type { ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { useTick } from '../core/time/ticks.ts';
import { Legend } from './Legend.tsx';
import { shownStates } from './legend.ts';

/** The legend. */
export function PageLegend(): ReactElement {
  useTick('tables');
  return (
    <Legend
      label="Colours of page frames"
      entries={shownStates(lab.lanes).map(([state, label]) => ({
        swatch: state,
        label,
        lit: { page: state },
      }))}
    />
  );
}
