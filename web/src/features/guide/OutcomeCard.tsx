/**
 * The card with the outcome of a run: one sentence, once the lanes differ clearly or have ended, and what to do next.
 */
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';

import { formatCount, formatMebibytes, formatSeconds, unbroken } from '../../base/format.ts';
import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, plainTitle } from '../../core/lab/lanes.ts';
import { unfold, useLab, type LabStore } from '../../core/lab/store.ts';
import { goalText } from '../../core/lab/timeline.ts';
import { lostZones } from '../../core/machine.ts';
import { offer, OnDemand, Part, request } from '../../core/parts.tsx';
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
import './run-outcome.css';

/** The results of a lane so far. */
export interface LaneOutcome {
  nowNs: number;
  finished: boolean;
  /** Bytes that the workload has written or read. */
  bytes: number;
  /** nr_vmscan_write: pages that reclaim passed to ->writepage. */
  reclaimWrites: number;
  /** allocstall: direct reclaims. */
  stalls: number;
}

/** Content of the card. */
interface Outcome {
  over: boolean;
  sentence: string;
}

/** An outcome with the time at which its figures were taken: the clocks beside it advance while it is shown. */
interface TimedOutcome extends Outcome {
  atNs: number;
}

/** Minimum lead that is reported, as a share of the other lane's work: a smaller lead may be gone a moment later. */
const LEAD = 0.03;
/** For a clear difference, one lane has at least this many pages written by reclaim, or this many direct reclaims. */
const WRITES = 256;
const STALLS = 10;
/** For a clear difference, the count of one lane is also at least this many times that of the other. */
const TIMES = 2;
const MIB = 2 ** 20;
/** Times or amounts that differ by less than this share count as the same. */
const SAME = 0.005;

/**
 * Returns the outcome; null if there is none yet. `moving`: the lanes continue to run while the sentence is shown, so
 * the sentence contains round numbers that the counts have already passed, and remains true.
 */
export function outcomeOf(a: LaneOutcome, b: LaneOutcome, moving = false): Outcome | null {
  if (a.finished && b.finished) {
    return { over: true, sentence: `${timeWords(a, b)} ${causeWords(a, b, formatCount)}` };
  }
  const count = moving ? passedWords : formatCount;
  if (a.finished || b.finished) {
    return oneIsDone(a, b);
  }
  if (a.nowNs !== b.nowNs || a.bytes === 0 || b.bytes === 0) {
    return null;
  }
  const most = Math.max(a.bytes, b.bytes);
  const least = Math.min(a.bytes, b.bytes);
  const differ = a.reclaimWrites !== b.reclaimWrites || a.stalls !== b.stalls;
  const first = b.bytes > a.bytes ? 'B' : 'A';
  const lead = most - least;
  const ahead = moving
    ? `${first} is over ${formatMebibytes(roundDown(lead / MIB) * MIB)} ahead`
    : `${first} is ${formatMebibytes(lead)} ahead`;
  if (differ && lead >= least * LEAD) {
    return { over: false, sentence: `${ahead}. ${causeWords(a, b, count)}` };
  }
  if (!clearly(a.reclaimWrites, b.reclaimWrites, WRITES) && !clearly(a.stalls, b.stalls, STALLS)) {
    return null;
  }
  // While the run plays, this sentence would soon be outdated.
  const none = moving ? '' : ' Neither is ahead yet.';
  const standing = lead >= least * SAME ? ` ${ahead}.` : none;
  return { over: false, sentence: `${causeWords(a, b, count)}${standing}` };
}

/**
 * Describes the case that one lane has ended while the other is clearly behind: the other lane has done less in the
 * same time, or has run for clearly longer. Null if the other lane is close to its end too.
 */
function oneIsDone(a: LaneOutcome, b: LaneOutcome): Outcome | null {
  const [first, done, second, open] = a.finished
    ? (['A', a, 'B', b] as const)
    : (['B', b, 'A', a] as const);
  const near = open.nowNs < done.nowNs * (1 + SAME) && open.bytes >= done.bytes * (1 - LEAD);
  if (open.nowNs < done.nowNs || near) {
    return null;
  }
  const ended = `${first} is done: ${formatMebibytes(done.bytes)} in ${formatSeconds(done.nowNs)}.`;
  const goesOn = `${second} has processed ${formatMebibytes(open.bytes)} after ${formatSeconds(open.nowNs)}.`;
  return { over: false, sentence: `${ended} ${goesOn}` };
}

/** Returns the round number that a count has passed: “over 8,500” for 8,581. Below a hundred it returns the count. */
function passedWords(n: number): string {
  return n < 100 ? formatCount(n) : `over ${formatCount(roundDown(n - 1))}`;
}

/** Rounds a number down to its first two digits followed by zeros. */
function roundDown(n: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 1);
  return Math.floor(n / power) * power;
}

/** Whether two counts clearly differ. */
function clearly(a: number, b: number, least: number): boolean {
  const most = Math.max(a, b);
  return most >= least && most >= Math.min(a, b) * TIMES;
}

function timeWords(a: LaneOutcome, b: LaneOutcome): string {
  const share = a.nowNs === 0 ? 0 : (b.nowNs - a.nowNs) / a.nowNs;
  if (Math.abs(share) < SAME && Math.abs(b.bytes - a.bytes) > a.bytes * SAME) {
    // The scenario stops at a fixed time, so compare the work done until then.
    const done = `A processed ${formatMebibytes(a.bytes)}, B ${formatMebibytes(b.bytes)}`;
    return `In ${formatSeconds(b.nowNs)}, ${done}: ${changeWords(a.bytes, b.bytes)}.`;
  }
  if (Math.abs(share) < SAME) {
    const [ofA, ofB] = [formatSeconds(a.nowNs), formatSeconds(b.nowNs)];
    return ofA === ofB
      ? `A and B take the same time, ${ofA}.`
      : `A and B take the same time within 1 %: ${ofA} and ${ofB}.`;
  }
  const times = `B takes ${formatSeconds(b.nowNs)}, A ${formatSeconds(a.nowNs)}`;
  return `${times}: ${changeWords(a.nowNs, b.nowNs)}.`;
}

function changeWords(a: number, b: number): string {
  const percent = Math.max(1, Math.round(Math.abs(b / a - 1) * 100));
  return `${percent} % ${b < a ? 'less' : 'more'} in B`;
}

function causeWords(a: LaneOutcome, b: LaneOutcome, count: (n: number) => string): string {
  const most = (one: number, other: number) => Math.max(one, other);
  if (most(a.reclaimWrites, b.reclaimWrites) > 0 && a.reclaimWrites !== b.reclaimWrites) {
    return `Reclaim wrote ${count(a.reclaimWrites)} pages in A and ${count(b.reclaimWrites)} in B.`;
  }
  if (a.stalls !== b.stalls) {
    return `Programs reclaimed memory themselves ${count(a.stalls)} times in A and ${count(b.stalls)} in B.`;
  }
  return 'Reclaim did the same in both.';
}

function atWords(ns: number): string {
  return unbroken(`At ${formatSeconds(ns)}.`);
}

/** Wall time for which figures are shown before they are updated. */
const HOLD_MS = 1500;

/** Renders the card; nothing while there is no outcome, or after the user has dismissed it. */
export function OutcomeCard({ share }: { share: ReactNode }): ReactElement {
  const outcome = useOutcome();
  const run = useLab((state) => state.scenario);
  const goalNs = useLab((state) => state.goalNs);
  const [dismissed, setDismissed] = useState<{ run: unknown; over: boolean } | null>(null);
  const [words, setWords] = useState(false);
  // “Learn” can open this dialog too, even before there is an outcome.
  useEffect(() => offer('plain-words', () => setWords(true)), []);
  const why = useWhy((state) => state.why);
  // While the run plays, the card's figures are a moment older than the clock beside it, so the card names no time.
  const plays = useLab((state) => state.playing);
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
        <div className="run-outcome-none">
          <About />
          <p>
            {goalNs === null ? <NoOutcome /> : `Computing both lanes up to ${goalText(goalNs)}…`}
          </p>
        </div>
      )}
      {shown && (
        <div className="run-outcome" role="group" aria-label="Outcome">
          <div className="run-outcome-words">
            <p>
              <strong>{shown.over ? 'Result.' : plays ? 'So far:' : atWords(shown.atNs)}</strong>{' '}
              {unbroken(shown.sentence)}
            </p>
            <button type="button" className="link-button" onClick={() => setWords(true)}>
              In plain words
            </button>
            {shown.over && <OfSeed />}
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

/** Renders a note while no lane is clearly better. */
function NoOutcome(): ReactElement {
  const divergence = useLab((state) => state.divergence);
  const lost = useLab(({ scenario, opened }) => lostZones(opened?.machine, scenario?.machine));
  useTick('figures');
  if (lost !== '' && divergence.status !== 'found') {
    return (
      <>
        A and B differed in zone {lost}, which this smaller machine does not have. Add RAM to
        restore it.
      </>
    );
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
    <>A and B do not differ so far.</>
  );
}

/** Renders the seed of the result. Other seeds give other figures; the report runs them. */
function OfSeed(): ReactElement {
  const seed = useLab((state) => state.scenario?.seed);
  return (
    <span className="run-seed">
      Seed {seed ?? 1} only.{' '}
      <button type="button" className="link-button" onClick={() => request('report')}>
        Run more seeds
      </button>
    </span>
  );
}

/** Renders the first sentence only, so that screen readers do not announce it again whenever its figures change. */
function Spoken({ sentence }: { sentence: string }): ReactElement {
  const [first] = useState(sentence);
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
      if (!comparable()) {
        // Between two steps of the lockstep the last outcome is still true. If the lanes are paused at different times,
        // it is not.
        if (last !== null && (!playing || last.outcome?.over)) {
          tell(null);
        }
        return;
      }
      const outcome = outcomeNow();
      const nowMs = performance.now();
      // The figures of a paused run are final: show them at once.
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

/** Whether both lanes are at the same time, or one of them has ended. */
function comparable(): boolean {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  return !a || !b || a.nowNs === b.nowNs || a.finished || b.finished;
}

function outcomeNow(): TimedOutcome | null {
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
  const outcome = a && b ? outcomeOf(a, b, useLab.getState().playing) : null;
  return outcome && { ...outcome, atNs: lab.lanes.nowNs() };
}

/** Renders the button that seeks to the moment that shows why, and unfolds the explanation. */
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

/** Renders the explanation of this moment in place of the card, which has no outcome this early. */
function WhyHere({ why, onClose }: { why: Why; onClose: () => void }): ReactElement {
  const { nowNs, goesOn } = why.from;
  const first = useLab(firstDifference);
  const shown = useLab(differenceOf);
  return (
    <div className="run-outcome run-why" role="group" aria-label="Why this moment">
      <p role="status">{unbroken(why.text)}</p>
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
