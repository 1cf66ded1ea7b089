/** Light, dark, or as the system has it. */
import { useState, type ReactElement } from 'react';

import { chooseTheme, useTheme, type ThemeChoice } from '../base/theme/theme.ts';
import { Icon } from './icons.tsx';

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: 'auto', light: 'sun', dark: 'moon' } as const;

/** The button. */
export function ThemeSwitch(): ReactElement {
  const choice = useTheme((state) => state.choice);
  const [said, setSaid] = useState(false);
  return (
    <button
      type="button"
      className="button button-icon secondary expert"
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
