/** The dialog of scenarios, with what starts a study of the run. */
import type { ReactElement } from 'react';

import { ScenariosDialog, type ScenariosProps } from '../features/scenarios/ScenariosDialog.tsx';
import { StudyStarts } from '../features/studies/start/StudyStarts.tsx';

export { startStudy } from '../features/studies/start/StudyStarts.tsx';

/** The dialog. */
export function Scenarios(props: ScenariosProps): ReactElement {
  return <ScenariosDialog {...props} studies={<StudyStarts />} />;
}
