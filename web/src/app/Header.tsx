/** The top: which scenario, what the colours mean, light or dark, the link. */
import type { ReactElement } from 'react';

import { useLab } from '../core/lab/store.ts';
import { LearnButton } from '../features/lessons/Lessons.tsx';
import { ScenarioPicker } from '../features/scenarios/ScenarioPicker.tsx';
import { LinkVerdict } from '../features/sharing/LinkVerdict.tsx';
import { Share } from '../features/sharing/Share.tsx';
import { PageLegend } from '../widgets/PageLegend.tsx';
import { PartLinks } from '../widgets/PartLinks.tsx';
import { ThemeSwitch } from '../widgets/ThemeSwitch.tsx';
import { TypeSwitch } from '../widgets/TypeSwitch.tsx';

/** The top of the page. */
export function Header(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  return (
    <header className="top">
      <h1 className="brand">Reclaim Lab</h1>
      <PartLinks part="lab" />
      <LearnButton />
      {scenario && <ScenarioPicker scenario={scenario} />}
      <PageLegend />
      <LinkVerdict />
      <TypeSwitch />
      <ThemeSwitch />
      <Share />
    </header>
  );
}
