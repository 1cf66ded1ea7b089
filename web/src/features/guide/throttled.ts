/** Which task balance_dirty_pages holds back, by what the tasks of a lane were seen doing. */
import type { StripFrame } from '../../engine/protocol.ts';
import { STATES } from '../../engine/strip.ts';
import { TASK_STATES, type Description, type TaskState } from '../../engine/types.ts';

/** A task that was held back, and whether the program waits for it: a fuse daemon writes for others. */
export interface Throttled {
  name: string;
  awaited: boolean;
}

/** Share of the stretch that a task must have spent in a state before the words name it. */
const LEAST = 0.1;

/** The task that was held back longest over the stretch; null for none, undefined where nothing is known. */
export function throttledTask(
  { tasks }: Pick<Description, 'tasks'>,
  strip: StripFrame | null,
): Throttled | null | undefined {
  const stretch = strip ? strip.toNs - strip.fromNs : 0;
  if (!strip || stretch <= 0) {
    return undefined;
  }
  const spent = (row: number, state: TaskState) =>
    (strip.totals[row * STATES + TASK_STATES.indexOf(state)] ?? 0) / stretch;
  const rows = tasks.map((task, row) => ({ ...task, held: spent(row, 'throttled') }));
  const most = rows.reduce<(typeof rows)[number] | null>(
    (best, task) => (task.held > Math.max(best?.held ?? 0, LEAST) ? task : best),
    null,
  );
  if (!most) {
    return null;
  }
  const waits = tasks.some(
    ({ kind }, row) => kind === 'user' && spent(row, 'waiting_for_peer') >= LEAST,
  );
  return { name: most.name, awaited: most.kind !== 'user' && waits };
}
