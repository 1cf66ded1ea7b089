/** The dialog with the scenarios, including the form that starts a study of the current run. */
import type { ReactElement } from 'react';

import { useLab } from '../core/lab/store.ts';
import type { Problem } from '../engine/types.ts';
import { ScenariosDialog, type ScenariosProps } from '../features/scenarios/ScenariosDialog.tsx';
import {
  StudyStarts,
  openStudy,
  startsOf,
  type Start,
} from '../features/studies/start/StudyStarts.tsx';

export function Scenarios(props: ScenariosProps): ReactElement {
  const scenario = useLab((state) => state.scenario);
  const catalogue = useLab((state) => state.catalogue);
  const starts = scenario && (
    <StudyStarts title="Study" scenario={scenario} catalogue={catalogue} onFailure={tell} />
  );
  return <ScenariosDialog {...props} studies={starts} />;
}

/** Opens a study of the current run; does nothing if the run has no study with this id. */
export function startStudy(id: Start['id']): void {
  const { scenario, catalogue } = useLab.getState();
  const start = scenario && startsOf(scenario, catalogue).find((each) => each.id === id);
  if (start) {
    void openStudy(start, tell);
  }
}

function tell(title: string, problems: Problem[]): void {
  useLab.setState({ notice: { tone: 'bad', title, problems } });
}
