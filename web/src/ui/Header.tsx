/** The top: which scenario, what the colours mean, light or dark, the link. */
import { useState, type ReactElement } from 'react';

import type { PageState } from '../engine/types.ts';
import { useLab } from '../lab/store.ts';
import { chooseTheme, useTheme, type ThemeChoice } from '../theme/theme.ts';
import { Icon } from './icons.tsx';
import { ScenarioPicker } from './ScenarioPicker.tsx';
import { Share } from './Share.tsx';

const LEGEND: readonly (readonly [PageState, string])[] = [
  ['free', 'free'],
  ['cleanInactive', 'clean, inactive'],
  ['cleanActive', 'clean, active'],
  ['dirty', 'dirty'],
  ['writeback', 'writeback'],
  ['anon', 'anon'],
  ['kernel', 'kernel'],
];

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: 'auto', light: 'sun', dark: 'moon' } as const;

/** The top of the page. */
export function Header(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  return (
    <header className="top">
      <h1 className="brand">Reclaim Lab</h1>
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

function ThemeSwitch(): ReactElement {
  const choice = useTheme((state) => state.choice);
  const [said, setSaid] = useState(false);
  return (
    <button
      type="button"
      className="button button-icon"
      aria-label={`Theme: ${choice === 'system' ? 'as the system' : choice}`}
      title={`Theme: ${choice === 'system' ? 'as the system' : choice}`}
      aria-live={said ? 'polite' : 'off'}
      onClick={() => {
        setSaid(true);
        chooseTheme(NEXT[choice]);
      }}
    >
      <Icon name={THEME_ICON[choice]} />
    </button>
  );
}
