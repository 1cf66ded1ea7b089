/** Tasks, devices and decisions, loaded on demand. */
import type { ReactElement } from 'react';

import { Decisions } from '../features/decisions/Decisions.tsx';
import { TasksCard } from '../features/device/TasksCard.tsx';
import '../features/device/tasks.css';
import './pair.css';

export function DetailsPair(): ReactElement {
  return (
    <div className="pair">
      <TasksCard />
      <Decisions />
    </div>
  );
}
