/** The timeline: when the run will be over, as far as can be told, and marks with labels where there is room. */
import { formatCount, formatSeconds } from '../../base/format.ts';
import type { Catalogue, CounterName, Mark, Scenario } from '../../engine/types.ts';
import type { LaneSeries } from '../figures/metrics.ts';
import type { LanePair } from './lane-pair.ts';
import { LANES, laneSetting, type LaneId } from './lanes.ts';
import type { Divergence } from './store.ts';

/** A moment of a run: the engine noticed it, a person switched something, or the lanes part. */
export interface LaneMark extends Omit<Mark, 'name'> {
  name: string;
  kind: 'moment' | 'switch' | 'divergence';
}

/** A mark with its place, 0 to 1. */
export interface PlacedMark {
  lane: LaneId;
  /** Whether the other lane comes to the same point at much the same moment: one mark stands for both. */
  both: boolean;
  name: string;
  text: string;
  atNs: number;
  share: number;
  kind: LaneMark['kind'];
  labelled: boolean;
}

/** Room that a letter of a label takes at most on the average, CSS pixels: a letter of 12 px. */
const LETTER_WIDTH = 6.6;
/** Room between labels, CSS pixels. */
const LABEL_GAP = 10;
/** Marks of both lanes that are closer than this, as a share of the timeline, could not be told apart. */
const SAME_SHARE = 0.004;

/** The engine's moments and the switches that were recorded. */
export function marksOf(
  moments: Record<LaneId, readonly Mark[]>,
  scenario: Scenario | null,
  catalogue: Catalogue,
  divergence?: Divergence,
): Record<LaneId, LaneMark[]> {
  const titleOf = (mechanism: string) =>
    catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
  const of = (lane: LaneId): LaneMark[] => {
    const switched = scenario ? laneSetting(scenario, lane).interventions : [];
    return [
      ...moments[lane].map((mark) => ({ ...mark, kind: 'moment' as const })),
      ...switched.map(({ at_ns, mechanism, on }, index) => ({
        name: `switch-${index}`,
        at_ns,
        text: `${titleOf(mechanism)} ${on ? 'on' : 'off'}`,
        kind: 'switch' as const,
      })),
    ];
  };
  const parts: LaneMark[] =
    divergence?.status === 'found'
      ? [
          {
            name: 'divergence',
            at_ns: divergence.atNs,
            text: 'A and B first differ',
            kind: 'divergence',
          },
        ]
      : [];
  return { a: of('a'), b: [...of('b'), ...parts] };
}

/** So much later what the engine has noticed is over, if nothing keeps it waiting, virtual nanoseconds. */
const DONE_NS = 1e6;
/** A write may wait for a free request of the device before it is counted: no longer than this. */
const WAIT_NS = 5e9;

/** What counts the thing of which a mark is the first. */
const COUNTED_BY: Readonly<Record<string, CounterName>> = {
  first_reclaim_write: 'nr_vmscan_write',
  first_direct_reclaim: 'allocstall',
};

/** Where a mark leads: to the state just after what was noticed, in which it has been counted as well. */
export function goalOf(
  { name, atNs, kind }: Pick<PlacedMark, 'name' | 'atNs' | 'kind'>,
  series: Pick<LaneSeries, 'index' | 'history'> | null,
): number {
  if (kind !== 'moment') {
    return atNs;
  }
  const counter = COUNTED_BY[name];
  const position = counter && series?.index.has(counter) ? series.index.position(counter) : null;
  const counted =
    position === null ? null : series?.history.firstWith(position, atNs, atNs + WAIT_NS);
  return counted ?? atNs + DONE_NS;
}

/** What is written beside a mark: of what happens in a lane, its letter too. */
export function labelOf({
  kind,
  text,
  lane,
  both,
}: Pick<PlacedMark, 'kind' | 'text' | 'lane' | 'both'>): string {
  return kind === 'divergence' ? text : `${text} (${both ? 'A and B' : lane.toUpperCase()})`;
}

/**
 * The marks of both lanes in the order of time, on a timeline of so many CSS pixels; a label only where the one before has
 * ended, and where it does not run over the end.
 */
export function placeMarks(
  marks: Record<LaneId, readonly LaneMark[]>,
  endNs: number,
  width: number,
): PlacedMark[] {
  const placed = LANES.flatMap((lane) =>
    marks[lane].map(({ name, text, at_ns: atNs, kind }) => ({
      lane,
      kind,
      name,
      text,
      atNs,
      share: Math.min(1, atNs / endNs),
      labelled: false,
      both: false,
    })),
  ).sort((x, y) => x.atNs - y.atNs);
  const shown = placed.filter((mark, at) => {
    const twin = placed
      .slice(0, at)
      .find(
        ({ lane, name, text, share }) =>
          lane !== mark.lane &&
          name === mark.name &&
          text === mark.text &&
          mark.share - share < SAME_SHARE,
      );
    if (twin && mark.kind === 'moment') {
      twin.both = true;
      return false;
    }
    return true;
  });
  let free = 0;
  for (const mark of shown) {
    const from = mark.share * width;
    const to = from + labelOf(mark).length * LETTER_WIDTH;
    if (from >= free && to <= width) {
      mark.labelled = true;
      free = to + LABEL_GAP;
    }
  }
  return shown;
}

/** The end of the timeline and what is known of it. */
export interface RunEnd {
  ns: number;
  /** The run is over; it was over there; the scenario stops it there; a guess by its pace of late; nothing is known. */
  known: 'over' | 'ended' | 'limit' | 'estimate' | 'nothing';
}

/** A goal behind every end, virtual nanoseconds: eleven days. */
export const END_NS = 1e15;

/** A goal in words, after “to”. */
export function goalText(goalNs: number): string {
  return goalNs >= END_NS ? 'the end' : formatSeconds(goalNs);
}

/** Shortest timeline while nothing is known of its end. */
const LEAST_NS = 60e9;

/** The end of the run of both lanes. */
export function runEnd(lanes: LanePair, untilMs: number | null | undefined): RunEnd {
  const states = LANES.map((lane) => lanes.state(lane));
  const estimates = states.map((state) => state?.estimateNs() ?? null);
  const known = estimates.filter((estimate) => estimate !== null);
  const limitNs = untilMs ? untilMs * 1e6 : Infinity;
  const nowNs = lanes.nowNs();
  if (states.every((state) => state?.finished ?? false)) {
    return { ns: Math.max(nowNs, 1), known: 'over' };
  }
  // The slider reaches as far as a lane was ever computed.
  const reachedNs = Math.max(nowNs, ...states.map((state) => state?.reachedNs ?? 0));
  if (states.every((state) => state && state.endedNs !== null)) {
    return { ns: reachedNs, known: 'ended' };
  }
  // The end of one lane says nothing of the other's.
  const told = known.length === states.length;
  const ns = told
    ? Math.max(...known, reachedNs)
    : Math.max(roomFor(reachedNs), Number.isFinite(limitNs) ? limitNs : 0);
  if (limitNs <= ns) {
    return { ns: limitNs, known: 'limit' };
  }
  return { ns, known: told ? 'estimate' : 'nothing' };
}

/** A timeline with room after the run so far; it becomes longer in steps, so that what is on it does not creep. */
function roomFor(reachedNs: number): number {
  let ns = LEAST_NS;
  while (ns < reachedNs * 1.1) {
    ns *= 2;
  }
  return ns;
}

/** The same beside the clock; nothing while the end cannot be known. */
export function endText({ ns, known }: RunEnd): string {
  switch (known) {
    case 'over':
      return 'done';
    case 'ended':
      return `ends at ${formatSeconds(ns)}`;
    case 'limit':
      return `stops at ${formatSeconds(ns, 0)}`;
    case 'estimate':
      return `ends at about ${roughly(ns / 1e9)}`;
    case 'nothing':
      return '';
  }
}

/** A virtual time in the clock's unit, with no more digits than an estimate has. */
function roughly(seconds: number): string {
  const step = seconds < 100 ? 10 : 10 ** Math.floor(Math.log10(seconds));
  return `${formatCount(Math.max(1, Math.round(seconds / step)) * step)} s`;
}
