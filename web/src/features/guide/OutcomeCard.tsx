/** The card with the outcome of a run, and what to do next. */
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { unfold, useLab, type LabStore } from '../../core/lab/store.ts';
import { goalText } from '../../core/lab/timeline.ts';
import { lostZones } from '../../core/machine.ts';
import { offer, OnDemand, Part } from '../../core/parts.tsx';
import { ticks, useTick } from '../../core/time.ts';
import { elementsOf, reveal } from '../../widgets/pointing.tsx';
import {
  differenceOf,
  differenceWords,
  firstDifference,
  leaveWhy,
  showWhy,
  useWhy,
  type Why,
} from './why.ts';
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
  const [words, setWords] = useState(false);
  // “Learn” asks for it too, also before there is an outcome.
  useEffect(() => offer('plain-words', () => setWords(true)), []);
  const why = useWhy((state) => state.why);
  const hidden = dismissed?.run === run && dismissed.over === outcome?.over;
  // While the run is paused at the moment that shows why, the card explains that moment.
  const stands = useLab((state) => !state.playing || state.goalNs !== null);
  const here = why?.run === run && (stands || outcome === null || hidden) ? why : null;
  const shown = outcome !== null && !hidden && here === null ? outcome : null;
  return (
    <>
      <p role="status" className="visually-hidden">
        {shown && <Spoken key={String(shown.over)} sentence={shown.sentence} />}
      </p>
      <InPlainWords shown={words} onClose={() => setWords(false)} />
      {here && <WhyHere why={here} onClose={leaveWhy} />}
      {!shown && !here && !hidden && (
        <p className="run-outcome-none">
          {goalNs === null ? <NoOutcome /> : `Computing both lanes up to ${goalText(goalNs)}…`}
        </p>
      )}
      {shown && (
        <div className="run-outcome" role="group" aria-label="Outcome">
          <div className="run-outcome-words">
            <p>
              <strong>{shown.over ? 'Result.' : 'So far.'}</strong> {shown.sentence}
            </p>
            <button type="button" className="link-button" onClick={() => setWords(true)}>
              In plain words
            </button>
          </div>
          <div className="run-outcome-buttons">
            <WhyButton />
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

/** What is known while nobody would say that one lane does better. */
function NoOutcome(): ReactElement {
  const divergence = useLab((state) => state.divergence);
  const lost = useLab(({ scenario, opened }) => lostZones(opened?.machine, scenario?.machine));
  useTick('figures');
  if (lost !== '' && divergence.status !== 'found') {
    return (
      <>
        A and B do not differ: the smaller machine has no zone {lost}, where they did. More RAM
        brings it back.
      </>
    );
  }
  if (divergence.status === 'none') {
    return <>A and B do not differ in this run: they decide alike from its start to its end.</>;
  }
  return divergence.status === 'found' && divergence.atNs <= lab.lanes.nowNs() ? (
    <>A and B first differ at {formatSeconds(divergence.atNs)}; neither is clearly ahead yet.</>
  ) : (
    <>A and B do not differ so far.</>
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
      // A paused run has its final figures: show them at once.
      const due = !playing || nowMs - sinceMs >= HOLD_MS;
      if (!last || outcome?.over !== last.outcome?.over || due) {
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
  return a && b ? outcomeOf(a, b, useLab.getState().playing) : null;
}

/** Goes to the moment that shows why, and unfolds what explains it. */
function WhyButton(): ReactElement | null {
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
      onClick={() => showWhy(difference)}
    >
      Show me why
    </button>
  );
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

/** Unfolds the mechanisms and goes there. */
function tryPatch(): void {
  unfold('mechanisms', true);
  const point = { panel: 'patches' } as const;
  reveal(point, true);
  requestAnimationFrame(() => {
    elementsOf(point)[0]?.querySelector<HTMLElement>('input')?.focus();
  });
}

const wordsPart = new Part('The explanation', () => import('./PlainWords.tsx'));

interface InPlainWordsProps {
  shown: boolean;
  onClose: () => void;
}

/** What the run is about in plain words: the dialog, fetched for who wants it. */
function InPlainWords({ shown, onClose }: InPlainWordsProps): ReactElement {
  return (
    <OnDemand part={wordsPart} wanted={shown} giveUp={onClose}>
      {({ PlainWords }) => <PlainWords onClose={onClose} />}
    </OnDemand>
  );
}
