/** The moment that shows why the lanes differ, and the way there and back. */
import { create } from 'zustand';

import { formatPfn } from '../../base/format.ts';
import { dirtyShareOf } from '../../core/figures/metrics.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { unfold, useLab, type LabStore, type Moment, type Pin } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { reveal } from '../../widgets/pointing.tsx';
import { differenceWords, markWords, ownMark, type OwnMark } from './difference.ts';

/** A way to the moment that shows why. */
export interface Why {
  /** The scenario of the way. */
  run: unknown;
  /** What there is at that moment. */
  text: string;
  /** Where the run stood before. */
  from: Moment;
  /** The page that reclaim wrote there, pinned; null where the moment is no write, or it is not there yet. */
  pin: Pin | null;
}

/** The way that was gone last; null where there is none, or it was left. */
export const useWhy = create<{ why: Why | null }>()(() => ({ why: null }));

let stop = (): void => undefined;

/** Goes to the difference, and shows what explains it: the page that reclaim wrote, or else the decisions. */
export function showWhy(atNs: number): void {
  const state = useLab.getState();
  leaveWhy();
  const mark = ownMark(state);
  const { scenario: run } = state;
  const found = { run, text: differenceWords(state), from: lab.moment(), pin: null };
  // A pinned page unfolds its own details.
  const isWrite = mark?.name === 'first_reclaim_write';
  if (!isWrite) {
    unfold('details', true);
  }
  lab.goTo(atNs);
  if (!isWrite) {
    reveal({ panel: 'decisions' }, true);
  }
  useWhy.setState({ why: found });
  stop = useLab.subscribe((now, before) => {
    // Another scenario, or the same from its start, is another run: what it shows is not what was asked for.
    const restarted = now.marks !== before.marks && now.marks.a.length + now.marks.b.length === 0;
    if (restarted || now.scenario !== run) {
      leaveWhy();
    } else if (mark && now.goalNs === null && useWhy.getState().why?.pin === null) {
      showWrite(mark, now);
    }
  });
}

/** Pins the page that reclaim wrote, once its decision is told. */
function showWrite(mark: OwnMark, { decisions }: LabStore): void {
  const { why } = useWhy.getState();
  const write = decisions[mark.lane].find(
    ({ at_ns: atNs, reason }) => atNs === mark.at_ns && reason === 'Written',
  );
  if (why && write) {
    const pin = { lane: mark.lane, zone: write.zone, frame: write.frame };
    // First: the pin changes the store, which is listened to.
    useWhy.setState({ why: { ...why, pin, text: writeWords(mark, write) } });
    // No step of its own to take back: it came with the way there, which “Back” leads from.
    useLab.setState({ pin, mapView: null });
  }
}

/** Which page was written, by whom and why, and how dirty its zone is in both lanes. */
function writeWords(mark: OwnMark, { text, pfn, zone }: Decision): string {
  const shares = LANES.flatMap((lane) => {
    const state = lab.lanes.state(lane);
    const share = state ? dirtyShareOf(state.index, state.now, zone) : Number.NaN;
    return Number.isNaN(share) ? [] : `${Math.round(share)} % in ${lane.toUpperCase()}`;
  });
  const dirty = shares.length === 0 ? '' : ` Of ${zone}, ${shares.join(' and ')} is dirty.`;
  const written = text.replace(/ \(priority \d+\)\.$/, '.');
  return `${markWords(mark)}: ${written} Reclaim came to it before the flusher had written it.${dirty} The ring on the map shows it, page frame ${formatPfn(pfn)}; nr_vmscan_write counts it once it is sent.`;
}

/** Says no more about it, and lets go of the page that it has pinned. */
export function leaveWhy(): void {
  stop();
  stop = () => undefined;
  const pinned = useWhy.getState().why?.pin ?? null;
  useWhy.setState({ why: null });
  if (pinned !== null && JSON.stringify(useLab.getState().pin) === JSON.stringify(pinned)) {
    useLab.setState({ pin: null });
  }
}
