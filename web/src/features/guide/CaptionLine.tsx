/** The words of the line under a lane. */
import { useEffect, useState, type ReactElement } from 'react';

import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import { HeldLine, captionOf, throttledTask } from './caption.ts';

/** Virtual time that the words look back, nanoseconds; a fast run needs more, or they would flicker. */
const BACK_NS = 2e9;
const BACK_WALL_SECONDS = 0.5;
const BACK_NS_MAX = 20e9;

const COMPUTING = 'Computing…';

/** The words, which stand until they can be read. */
export function CaptionLine({ state }: { state: LaneState }): ReactElement {
  const [text, setText] = useState('');
  useEffect(() => {
    const held = new HeldLine();
    const look = () => {
      const { playing, speed } = useLab.getState();
      const line = lineOf(state, speed);
      const still = !playing || state.finished || [line, held.text].includes(COMPUTING);
      setText(held.take(line, performance.now(), still));
    };
    look();
    const stops = [ticks.listen('text', look), useLab.subscribe(look)];
    return () => stops.forEach((stop) => stop());
  }, [state]);
  return <span>{text}</span>;
}

function lineOf(state: LaneState, speed: number) {
  const { history, index, now, nowNs, finished, description, strip } = state;
  // On the way to a moment the state changes too fast to be read.
  if (!finished && useLab.getState().goalNs !== null) {
    return COMPUTING;
  }
  const backNs = Math.min(BACK_NS_MAX, Math.max(BACK_NS, speed * BACK_WALL_SECONDS * 1e9));
  const row = Math.max(0, history.rowAt(nowNs - backNs));
  return captionOf({
    index,
    now,
    before: history.length > 0 ? history.row(row) : now,
    nowNs,
    zones: description.zones.map(({ name }) => name),
    workers: description.tasks.filter(({ kind }) => kind === 'user').map(({ name }) => name),
    throttled: throttledTask(description, strip),
    finished,
  });
}
