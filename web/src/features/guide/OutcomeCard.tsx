/** The card with the outcome of a run: one sentence, once the lanes differ clearly or have ended, and what to do next. */
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';

import { formatDuration, formatSeconds, unbroken } from '../../base/format.ts';
import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { plainTitle } from '../../core/lab/lanes.ts';
import { unfold, useLab, type LabStore } from '../../core/lab/store.ts';
import { goalText } from '../../core/lab/timeline.ts';
import { lostZones } from '../../core/machine.ts';
import { offer, OnDemand, Part, request } from '../../core/parts.tsx';
import { ticks, useTick } from '../../core/time.ts';
import { elementsOf, reveal } from '../../widgets/pointing.tsx';
import { deviceDifference } from './device-words.ts';
import { useKeptHeight } from './keep-height.ts';
import { seedsWords } from './known-ends.ts';
import {
  comparable,
  knownEnds,
  outcomeNow,
  timeWords,
  watchEnds,
  type TimedOutcome,
} from './outcome.ts';
import { differenceOf, differenceWords, firstDifference } from './difference.ts';
import { explainPinned, leaveWhy, showFirst, showWhy, useWhy, type Why } from './why.ts';
import './run-outcome.css';

function atWords(ns: number): string {
  return unbroken(`At ${formatSeconds(ns)}.`);
}

/** Virtual time before the first difference from which its time is announced. */
const NEAR_NS = 1e9;
/** Wall time for which figures are shown before they are updated. */
const HOLD_MS = 1500;

/** Renders the card; nothing while there is no outcome, or after the user has dismissed it. */
export function OutcomeCard({ share }: { share: ReactNode }): ReactElement {
  const outcome = useOutcome();
  const run = useLab((state) => state.scenario);
  const goalNs = useLab((state) => state.goalNs);
  const [dismissed, setDismissed] = useState<{ run: unknown; over: boolean | undefined } | null>(
    null,
  );
  const [words, setWords] = useState(false);
  // “Learn” can open this dialog too, even before there is an outcome.
  useEffect(() => offer('plain-words', () => setWords(true)), []);
  useEffect(watchEnds, []);
  const result = useKnownResult();
  const why = useWhy((state) => state.why);
  // While the run plays, the card's figures are a moment older than the clock beside it, so the card names no time.
  // At full speed they are many seconds older.
  const plays = useLab((state) => state.playing && state.speed !== Infinity);
  const hidden = dismissed?.run === run && dismissed.over === outcome?.over;
  // While the run is paused at the moment that shows why, the card explains that moment.
  const stands = useLab((state) => !state.playing || state.goalNs !== null);
  const here = why?.run === run && (stands || outcome === null || hidden) ? why : null;
  const shown = outcome !== null && !hidden && here === null ? outcome : null;
  const atEnd = here === null && !hidden && !shown?.over ? result : null;
  const opened = useLab((state) => state.opened);
  const spoken = useRef<HTMLParagraphElement>(null);
  useKeptHeight(spoken, opened);
  const now = goalNs === null ? <NoOutcome /> : `Computing both lanes up to ${goalText(goalNs)}…`;
  return (
    <>
      <p ref={spoken} role="status" className="visually-hidden">
        {shown && <Spoken key={String(shown.over)} sentence={shown.sentence} />}
      </p>
      <InPlainWords shown={words} onClose={() => setWords(false)} />
      {here && <WhyHere why={here} onWords={() => setWords(true)} />}
      {!shown && !here && !hidden && atEnd === null && (
        <div className="run-outcome-none">
          <About />
          <p>
            {now} <WhyPinned />
          </p>
        </div>
      )}
      {(shown ?? atEnd) && (
        <div className="run-outcome" role="group" aria-label="Outcome">
          <p className="run-outcome-words">
            {shown ? (
              <>
                <strong>{shown.over ? 'Result.' : plays ? 'So far:' : atWords(shown.atNs)}</strong>{' '}
                {unbroken(shown.sentence)} {shown.over && <LostZone />}
              </>
            ) : (
              now
            )}
            {atEnd !== null && (
              <>
                {' '}
                <strong>At the end:</strong> {unbroken(atEnd)}
              </>
            )}
          </p>
          <div className="run-outcome-links">
            <button type="button" className="link-button" onClick={() => setWords(true)}>
              In plain words
            </button>
            {(shown?.over || atEnd !== null) && <OfSeed />}
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
              onClick={() => setDismissed({ run, over: outcome?.over })}
            >
              Dismiss
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Renders the scenario's description, unless the scenario was changed, because then it may be wrong. On a wide screen, the
 * opening scenario shows one sentence instead: the number of words on the first screen is limited, and the outcome
 * comes soon.
 */
function About(): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const text = scenario?.description ?? '';
  if (scenario === null || text === '' || plainTitle(scenario.title) !== scenario.title) {
    return null;
  }
  const opens = scenario.title === openingScenario.title;
  return (
    <>
      {opens && (
        <p className="run-about run-about-short">
          Two machines make the same copy. Only their kernels differ.
        </p>
      )}
      <p className={opens ? 'run-about run-about-opening' : 'run-about'} title={text}>
        {text}
      </p>
    </>
  );
}

/** Renders why the lanes no longer differ on a machine without the zone in which they did; otherwise nothing. */
function LostZone(): ReactElement | null {
  const found = useLab(({ divergence }) => divergence.status === 'found');
  const lost = useLab(({ scenario, opened }) => lostZones(opened?.machine, scenario?.machine));
  return lost === '' || found ? null : (
    <span className="run-lost-zone">
      A and B differed in zone {lost}, which this smaller machine does not have. Add RAM to restore
      it.
    </span>
  );
}

/** Renders a note while no lane is clearly better. */
function NoOutcome(): ReactElement {
  const divergence = useLab((state) => state.divergence);
  const lost = useLab(({ scenario, opened }) => lostZones(opened?.machine, scenario?.machine));
  useTick('figures');
  if (lost !== '' && divergence.status !== 'found') {
    return <LostZone />;
  }
  if (divergence.status === 'none') {
    return <>A and B make identical decisions throughout the run.</>;
  }
  const nowNs = lab.lanes.nowNs();
  // Right after a scenario is opened, the lanes have not reported anything yet.
  if (divergence.status !== 'found' || nowNs === 0) {
    return <>Neither lane is clearly ahead yet.</>;
  }
  return divergence.atNs <= nowNs ? (
    <>A and B first differ at {formatSeconds(divergence.atNs)}; neither is clearly ahead yet.</>
  ) : (
    <NotYet atNs={divergence.atNs} nowNs={nowNs} />
  );
}

/** Renders when the lanes will differ; near that time with the distance, because the timeline shows both at one place. */
function NotYet({ atNs, nowNs }: { atNs: number; nowNs: number }): ReactElement {
  return atNs - nowNs < NEAR_NS ? (
    <>
      A and B first differ at {formatSeconds(atNs, 3)}, {formatDuration(atNs - nowNs)} from here.
    </>
  ) : (
    <>A and B do not differ so far.</>
  );
}

/** Renders the seed of the result, and the times of others that were computed in advance; the report runs more seeds. */
function OfSeed(): ReactElement {
  const seed = useLab((state) => state.scenario?.seed) ?? 1;
  const others = useLab(({ scenario }) => scenario && seedsWords(scenario));
  return (
    <span className="run-seed">
      {others === null ? `Seed ${seed} only.` : unbroken(`This is seed ${seed}. ${others}`)}{' '}
      <button type="button" className="link-button" onClick={() => request('report')}>
        Run more seeds
      </button>
    </span>
  );
}

/** Wall time for which the announced sentence remains. */
const SPOKEN_MS = 5000;

/**
 * Renders the first sentence only, so that screen readers do not announce it again whenever its figures change. After
 * five seconds it is removed, because the figures of the card have changed.
 */
function Spoken({ sentence }: { sentence: string }): ReactElement {
  const [first, setFirst] = useState(sentence);
  useEffect(() => {
    const timer = window.setTimeout(() => setFirst(''), SPOKEN_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return <>{first}</>;
}

/** An outcome, with its scenario. */
interface Told {
  run: unknown;
  outcome: TimedOutcome | null;
}

/** Returns the current outcome; null after a change of the scenario, a kernel or a switch, and during a seek. */
function useOutcome(): TimedOutcome | null {
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
      // While the run plays, the lanes are hardly ever seen at the same time, so compare them at the time that both have
      // reached. Lanes that are paused at different times are not compared.
      if (!playing && !comparable()) {
        if (last !== null) {
          tell(null);
        }
        return;
      }
      const outcome = outcomeNow();
      const nowMs = performance.now();
      // The figures of a paused run are final: show them at once.
      const due = !playing || nowMs - sinceMs >= HOLD_MS;
      if (!last || outcome?.ended !== last.outcome?.ended || due) {
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

/** Returns the times of this run, if it has ended before on this page; otherwise null. */
function useKnownResult(): string | null {
  useTick('figures');
  useLab((state) => state.scenario);
  const ends = knownEnds();
  return ends && timeWords(...ends) + deviceDifference(...ends);
}

/**
 * Renders this button beside a pinned page, as after a link to it was opened: the page was pinned to show a difference,
 * and there may be no outcome yet.
 */
function WhyPinned(): ReactElement | null {
  const pinned = useLab((state) => state.pin !== null && state.goalNs === null);
  const difference = useLab(differenceOf);
  useTick('figures');
  useTick('tables');
  useEffect(explainPinned);
  return pinned && difference !== null && difference <= lab.lanes.nowNs() ? (
    <WhyButton className="link-button" />
  ) : null;
}

/** Renders the button that seeks to the moment that shows why, and unfolds the explanation. */
function WhyButton({ className = 'button button-primary' }): ReactElement | null {
  const difference = useLab(differenceOf);
  const words = useLab(differenceWords);
  if (difference === null) {
    return null;
  }
  return (
    <button
      type="button"
      className={className}
      title={`Goes to ${formatSeconds(difference)}. ${words}`}
      onClick={() => showWhy(difference)}
    >
      Show me why
    </button>
  );
}

/** Renders the explanation of this moment in place of the card, which has no outcome this early. */
function WhyHere({ why, onWords }: { why: Why; onWords: () => void }): ReactElement {
  const { nowNs, goesOn } = why.from;
  const first = useLab(firstDifference);
  const result = useKnownResult();
  // Whoever opens a link to this moment has no results. Those of a built-in scenario were computed in advance.
  const arrived = nowNs === lab.lanes.nowNs();
  const foreseen = useLab(({ scenario }) => arrived && scenario && seedsWords(scenario));
  const back = () => {
    leaveWhy();
    lab.goTo(nowNs, goesOn);
  };
  return (
    <div className="run-outcome run-why" role="group" aria-label="Why this moment">
      <p role="status">
        {unbroken(why.text)}
        {result !== null && (
          <>
            {' '}
            <strong>At the end:</strong> {unbroken(result)}
          </>
        )}
        {result === null && foreseen && (
          <>
            {' '}
            <strong>At the end:</strong> {unbroken(foreseen.replace('With', 'with'))}
          </>
        )}
      </p>
      <div className="run-outcome-buttons">
        {!arrived && (
          <button type="button" className="link-button" onClick={back}>
            Back to {formatSeconds(nowNs)}
          </button>
        )}
        {first !== null && !why.first && (
          <button type="button" className="link-button" onClick={showFirst}>
            First difference: {formatSeconds(first, 3)}
          </button>
        )}
        <button type="button" className="link-button" onClick={onWords}>
          In plain words
        </button>
        <button type="button" className="link-button" onClick={leaveWhy}>
          Dismiss
        </button>
      </div>
    </div>
  );
}

/** Unfolds the mechanisms and focuses them. */
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

/** Renders the dialog that explains the run in plain words, loaded on demand. */
function InPlainWords({ shown, onClose }: InPlainWordsProps): ReactElement {
  return (
    <OnDemand part={wordsPart} wanted={shown} giveUp={onClose}>
      {({ PlainWords }) => <PlainWords onClose={onClose} />}
    </OnDemand>
  );
}
