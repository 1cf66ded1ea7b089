/** The moment that shows why the lanes differ, and the way there and back. */
import { create } from 'zustand';

import { lab } from '../../core/lab/lab.ts';
import { useLab, type Moment } from '../../core/lab/store.ts';
import { unfold } from '../../core/lab/unfolded.ts';
import { reveal } from '../../widgets/pointing/targets.ts';
import { differenceWords } from './difference.ts';

/** A way to the moment that shows why. */
export interface Why {
  /** The scenario of the way. */
  run: unknown;
  /** What there is at that moment. */
  text: string;
  /** Where the run stood before. */
  from: Moment;
}

/** The way that was gone last; null where there is none, or it was left. */
export const useWhy = create<{ why: Why | null }>()(() => ({ why: null }));

let stop = (): void => undefined;

/** Goes to the difference, and unfolds what explains it. */
export function showWhy(atNs: number): void {
  const state = useLab.getState();
  leaveWhy();
  const why = { run: state.scenario, text: differenceWords(state), from: lab.moment() };
  unfold('details', true);
  lab.goTo(atNs);
  reveal({ panel: 'decisions' }, true);
  useWhy.setState({ why });
  // Another scenario, or the same from its start, is another run: what it shows is not what was asked for.
  stop = useLab.subscribe(({ scenario, marks }, before) => {
    const restarted = marks !== before.marks && marks.a.length + marks.b.length === 0;
    if (restarted || scenario !== why.run) {
      leaveWhy();
    }
  });
}

/** Says no more about it. */
export function leaveWhy(): void {
  stop();
  useWhy.setState({ why: null });
}
