/** The top: which scenario, what the colours mean, light or dark, the link. */
import type { ReactElement } from 'react';

import type { PageState } from '../engine/types.ts';
import { useLab } from '../lab/store.ts';
import { PartLinks } from './PartLinks.tsx';
import { ScenarioPicker } from './ScenarioPicker.tsx';
import { Share } from './Share.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const LEGEND: readonly (readonly [PageState, string])[] = [
  ['free', 'free'],
  ['cleanInactive', 'clean, inactive'],
  ['cleanActive', 'clean, active'],
  ['dirty', 'dirty'],
  ['writeback', 'writeback'],
  ['anon', 'anon'],
  ['kernel', 'kernel'],
];

/** The top of the page. */
export function Header(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  return (
    <header className="top">
      <h1 className="brand">Reclaim Lab</h1>
      <PartLinks part="lab" />
      {scenario && <ScenarioPicker scenario={scenario} />}
      <ul className="legend" aria-label="Colours of page frames">
        {LEGEND.map(([state, label]) => (
          <li key={state}>
            <span className={`swatch swatch-${state}`} />
            {label}
          </li>
        ))}
      </ul>
      <ThemeSwitch />
      <Share />
    </header>
  );
}
