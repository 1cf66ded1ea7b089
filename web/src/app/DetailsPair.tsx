/** Tasks, devices and decisions, as the page fetches them. */
import type { ReactElement } from 'react';

import { Decisions } from '../features/decisions/Decisions.tsx';
import { TasksCard } from '../features/device/TasksCard.tsx';
import '../features/device/tasks.css';
import './pair.css';

/** Both cards. */
export function DetailsPair(): ReactElement {
  return (
    <div className="pair">
      <TasksCard />
      <Decisions />
    </div>
  );
}
