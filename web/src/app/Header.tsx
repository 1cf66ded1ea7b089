/** The top of the Lab: which scenario, what the colours mean, light or dark, the link. */
import type { ReactElement } from 'react';

import { useLab } from '../core/lab/store.ts';
import { OnDemand } from '../core/parts/OnDemand.tsx';
import { useLessons } from '../features/lessons/store.ts';
import { ScenarioPicker } from '../features/scenarios/ScenarioPicker.tsx';
import { LinkVerdict } from '../features/sharing/LinkVerdict.tsx';
import { studyStartsPart } from '../features/studies/start/feature.ts';
import { Share } from '../features/sharing/Share.tsx';
import { PageLegend } from '../widgets/PageLegend.tsx';
import { TopBar } from '../widgets/TopBar.tsx';

// Without them the dialog is as it was.
const stay = () => undefined;
const studies = (
  <OnDemand part={studyStartsPart} wanted giveUp={stay}>
    {({ StudyStarts }) => <StudyStarts />}
  </OnDemand>
);
const learn = () => useLessons.setState({ listShown: true });

/** The top of the page. */
export function Header(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  return (
    <TopBar part="lab" onLearn={learn}>
      {scenario && <ScenarioPicker scenario={scenario} studies={studies} />}
      <PageLegend />
      <LinkVerdict />
      <Share />
    </TopBar>
  );
}
