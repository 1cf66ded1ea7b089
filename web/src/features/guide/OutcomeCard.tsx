/** The card with the outcome of a run, and what to do next. */
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';

import { formatCount, formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { goalOf } from '../../core/lab/marks.ts';
import { goToMoment } from '../../core/lab/moment.ts';
import { END_NS, goalText } from '../../core/lab/run-end.ts';
import { useLab, type LabStore, type Moment } from '../../core/lab/store.ts';
import { unfold } from '../../core/lab/unfolded.ts';
import { ticks } from '../../core/time/ticks.ts';
import { elementsOf, reveal } from '../../widgets/pointing/targets.ts';
import { outcomeOf, type LaneOutcome, type Outcome } from './outcome.ts';
import './run-outcome.css';

/** Wall time for which figures stand. */
const HOLD_MS = 1500;

/** The card; nothing while there is no outcome, or after somebody dismissed it. */
export function OutcomeCard({ share }: { share: ReactNode }): ReactElement {
  const outcome = useOutcome();
  const run = useLab((state) => state.scenario);
  const goalNs = useLab((state) => state.goalNs);
  const [dismissed, setDismissed] = useState<{ run: unknown; over: boolean } | null>(null);
  const [why, setWhy] = useState<Why | null>(null);
  useWhyWanted(setWhy);
  const hidden = dismissed?.run === run && dismissed.over === outcome?.over;
  const shown = outcome !== null && !hidden ? outcome : null;
  return (
    <>
      <p role="status" className="visually-hidden">
        {shown && <Spoken key={String(shown.over)} sentence={shown.sentence} />}
      </p>
      {!shown && why?.run === run && <WhyHere why={why} onClose={() => setWhy(null)} />}
      {!shown && why?.run !== run && !hidden && (
        <p className="run-outcome-none">
          {goalNs === null
            ? 'No clear difference between A and B yet.'
            : `Computing both lanes up to ${goalText(goalNs)}…`}
        </p>
      )}
      {shown && (
        <div className="run-outcome" role="group" aria-label="Outcome">
          <p>
            <strong>{shown.over ? 'Result.' : 'So far.'}</strong> {shown.sentence}
          </p>
          <div className="run-outcome-buttons">
            <WhyButton onGo={setWhy} />
            <button type="button" className="button" onClick={tryPatch}>
              Try another patch
            </button>
            <span className="run-outcome-share">{share}</span>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => setDismissed({ run, over: shown.over })}
            >
              Dismiss
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/** Figures that change later are not announced again. */
function Spoken({ sentence }: { sentence: string }): ReactElement {
  const [first] = useState(sentence);
  return <>{first}</>;
}

/** The outcome with the scenario that it is of. */
interface Told {
  run: unknown;
  outcome: Outcome | null;
}

/** The outcome of what is shown now; null after a change of the scenario, a kernel or a switch, and on the way to a moment. */
function useOutcome(): Outcome | null {
  const run = useLab((state) => state.scenario);
  const goes = useLab((state) => state.goalNs !== null);
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    let sinceMs = -Infinity;
    let last: Told | null = null;
    const tell = (next: Told | null) => {
      last = next;
      setTold(next);
    };
    const look = () => {
      const { scenario, goalNs, playing } = useLab.getState();
      if (goalNs !== null) {
        return;
      }
      if (last && last.run !== scenario) {
        tell(null);
      }
      if (!comparable()) {
        // Between two steps of the lockstep what was told is still true; of lanes that stand apart it is not.
        if (last !== null && (!playing || last.outcome?.over)) {
          tell(null);
        }
        return;
      }
      const outcome = outcomeNow();
      const nowMs = performance.now();
      if (!last || outcome?.over !== last.outcome?.over || nowMs - sinceMs >= HOLD_MS) {
        sinceMs = nowMs;
        tell({ run: scenario, outcome });
      }
    };
    const leave = ({ goalNs }: LabStore) => {
      if (goalNs !== null && last !== null) {
        tell(null);
      }
    };
    look();
    const stops = [ticks.listen('figures', look), useLab.subscribe(leave)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return told?.run === run && !goes ? told.outcome : null;
}

/** Whether the lanes are at one time, or one of them has no later one. */
function comparable(): boolean {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  return !a || !b || a.nowNs === b.nowNs || a.finished || b.finished;
}

function outcomeNow(): Outcome | null {
  const [a, b] = LANES.map((lane): LaneOutcome | null => {
    const state = lab.lanes.state(lane);
    return (
      state && {
        nowNs: state.nowNs,
        finished: state.finished,
        bytes: state.value('bytes_done'),
        reclaimWrites: state.value('nr_vmscan_write'),
        stalls: state.value('allocstall'),
      }
    );
  });
  return a && b ? outcomeOf(a, b) : null;
}

/** A way to the moment that shows why. */
interface Why {
  /** The scenario of the way. */
  run: unknown;
  /** What there is at that moment. */
  text: string;
  /** Where the run stood before. */
  from: Moment;
}

/** Goes to the moment that shows why, and unfolds what explains it. */
function WhyButton({ onGo }: { onGo: (why: Why) => void }): ReactElement | null {
  const difference = useLab(differenceOf);
  const words = useLab(differenceWords);
  if (difference === null) {
    return null;
  }
  return (
    <button
      type="button"
      className="button button-primary"
      title={`Goes to ${formatSeconds(difference)}. ${words}`}
      onClick={() => onGo(goToDifference(difference))}
    >
      Show me why
    </button>
  );
}

/** Goes to the difference, and unfolds what explains it. */
function goToDifference(atNs: number): Why {
  const state = useLab.getState();
  const why = { run: state.scenario, text: differenceWords(state), from: lab.moment() };
  unfold('details', true);
  lab.goTo(atNs);
  reveal({ panel: 'decisions' }, true);
  return why;
}

let wanted = takeWanted();

/** Whether the address asks for the moment that shows why. It says so once: what is copied from now on does not. */
function takeWanted(): boolean {
  const address = new URL(window.location.href);
  const found = address.searchParams.has('why');
  if (found) {
    address.searchParams.delete('why');
    window.history.replaceState(window.history.state, '', address);
  }
  return found;
}

/**
 * Goes there by itself where the address asks for that. Both lanes run to their end first, since only then it is known what
 * one of them never gets to. Whoever stops them or opens another run stays there.
 */
function useWhyWanted(onGo: (why: Why) => void): void {
  useEffect(() => {
    if (!wanted) {
      return undefined;
    }
    const leaving = new AbortController();
    const stop = ticks.listen('figures', () => {
      if (LANES.every((lane) => lab.lanes.state(lane))) {
        stop();
        wanted = false;
        void whyOfWhole(leaving.signal).then((atNs) => atNs !== null && onGo(goToDifference(atNs)));
      }
    });
    return () => {
      stop();
      leaving.abort();
    };
  }, [onGo]);
}

/** The moment that shows why, once both lanes have run to their end; null where they do not differ, or were stopped. */
async function whyOfWhole(signal: AbortSignal): Promise<number | null> {
  const { openings } = useLab.getState();
  if ((await goToMoment({ seconds: END_NS / 1e9 }, signal)) !== 'there') {
    return null;
  }
  return new Promise((resolve) => {
    const look = (state: LabStore) => {
      const { divergence } = state;
      const gone = signal.aborted || state.openings !== openings || state.goalNs !== null;
      const atNs = differenceOf(state);
      if (gone || divergence.status === 'none' || atNs !== null) {
        stop();
        resolve(gone ? null : atNs);
      }
    };
    const stop = useLab.subscribe(look);
    look(useLab.getState());
  });
}

/** Says why this moment is shown, in the place of the card, which has nothing to say so early. */
function WhyHere({ why, onClose }: { why: Why; onClose: () => void }): ReactElement {
  const { nowNs, goesOn } = why.from;
  const first = useLab(firstDifference);
  const shown = useLab(differenceOf);
  return (
    <div className="run-outcome run-why" role="group" aria-label="Why this moment">
      <p role="status">{why.text}</p>
      <div className="run-outcome-buttons">
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            lab.goTo(nowNs, goesOn);
          }}
        >
          Back to {formatSeconds(nowNs)}
        </button>
        {first !== null && first !== shown && (
          <button type="button" className="button" onClick={() => lab.goTo(first)}>
            First difference: {formatSeconds(first, 3)}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={onClose}>
          Dismiss
        </button>
      </div>
    </div>
  );
}

/** The first mark that only one of the lanes has; null if there is none. */
function ownMark({ marks }: LabStore) {
  const own = LANES.flatMap((lane) => {
    const others = marks[lane === 'a' ? 'b' : 'a'];
    return marks[lane]
      .filter(({ name }) => !others.some((other) => other.name === name))
      .map((mark) => ({ ...mark, lane }));
  });
  return own.toSorted((one, other) => one.at_ns - other.at_ns)[0] ?? null;
}

/**
 * The moment that shows why the outcomes differ: the first event that only one of the lanes has, such as the first write
 * from reclaim. Where there is none, the first decision that differs.
 */
function differenceOf(state: LabStore): number | null {
  const mark = ownMark(state);
  return mark
    ? goalOf({ name: mark.name, atNs: mark.at_ns, kind: 'moment' }, lab.lanes.state(mark.lane))
    : firstDifference(state);
}

/** Where the lanes first decide differently, which often shows no effect for a long time; null if it is not known. */
function firstDifference({ divergence }: LabStore): number | null {
  return divergence.status === 'found' ? divergence.atNs : null;
}

/** What happens there. */
function differenceWords(state: LabStore): string {
  const mark = ownMark(state);
  if (mark) {
    const other = mark.lane === 'a' ? 'B' : 'A';
    return `At ${formatSeconds(mark.at_ns)}, in ${mark.lane.toUpperCase()} only: ${mark.text}. ${other} never gets there. “Why did this page do that?” below shows the decision.`;
  }
  const { divergence } = state;
  return divergence.status === 'found'
    ? `At ${formatSeconds(divergence.atNs, 3)} A and B first differ, after ${formatCount(divergence.same)} identical decisions and events. “Why did this page do that?” below shows both decisions.`
    : '';
}

/** Unfolds the mechanisms and goes there. */
function tryPatch(): void {
  unfold('mechanisms', true);
  const point = { panel: 'patches' } as const;
  reveal(point, true);
  requestAnimationFrame(() => {
    elementsOf(point)[0]?.querySelector<HTMLElement>('input')?.focus();
  });
}
