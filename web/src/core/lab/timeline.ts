/** The timeline: when the run will end, as far as is known, and marks, with labels where there is room. */
import { formatCount, formatSeconds } from '../../base/format.ts';
import type { Catalogue, CounterName, Mark, Scenario } from '../../engine/types.ts';
import type { LaneSeries } from '../figures/metrics.ts';
import type { LanePair } from './lane-pair.ts';
import { LANES, laneSetting, type LaneId } from './lanes.ts';
import type { Divergence } from './store.ts';

/** A moment of a run: an event that the engine reported, a switch, or the first difference of the lanes. */
export interface LaneMark extends Omit<Mark, 'name'> {
  name: string;
  kind: 'moment' | 'switch' | 'divergence';
}

/** A mark with its position on the timeline, from 0 to 1. */
export interface PlacedMark {
  lane: LaneId;
  /** Whether the other lane reaches the same point at nearly the same time; then this mark stands for both. */
  both: boolean;
  name: string;
  text: string;
  atNs: number;
  share: number;
  kind: LaneMark['kind'];
  labelled: boolean;
}

/** Maximum average width of a letter of a label, CSS pixels, at a type size of 12 px. */
const LETTER_WIDTH = 6.6;
/** Minimum gap between labels, CSS pixels. */
const LABEL_GAP = 10;
/** Marks of the two lanes that are closer than this, as a share of the timeline, are merged. */
const SAME_SHARE = 0.004;

/** Returns the marks of each lane: the engine's moments, the recorded switches, and the first difference. */
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

/** Time from a mark until its event has completed, if nothing delays the event, virtual nanoseconds. */
const DONE_NS = 1e6;
/** Maximum time that a write may wait for a free request of the device before it is counted, virtual nanoseconds. */
export const WAIT_NS = 5e9;

/** For each mark of a first event, the counter of such events. */
export const COUNTED_BY: Readonly<Record<string, CounterName>> = {
  first_reclaim_write: 'nr_vmscan_write',
  first_direct_reclaim: 'allocstall',
};

/**
 * Returns the seek target of a mark. For an event that the engine reported, and for the first difference, this is the
 * time just after it, when its counter and the page frames show it.
 */
export function goalOf(
  { name, atNs, kind }: Pick<PlacedMark, 'name' | 'atNs' | 'kind'>,
  series: Pick<LaneSeries, 'index' | 'history'> | null,
): number {
  if (kind === 'switch') {
    return atNs;
  }
  const counter = COUNTED_BY[name];
  const position = counter && series?.index.has(counter) ? series.index.position(counter) : null;
  const counted =
    position === null ? null : series?.history.firstWith(position, atNs, atNs + WAIT_NS);
  return counted ?? atNs + DONE_NS;
}

/** Returns the label of a mark, with the letter of its lane. */
export function labelOf({
  kind,
  text,
  lane,
  both,
}: Pick<PlacedMark, 'kind' | 'text' | 'lane' | 'both'>): string {
  return kind === 'divergence' ? text : `${text} (${both ? 'A and B' : lane.toUpperCase()})`;
}

/**
 * Returns the weight of a mark: marks with a higher weight get their labels first. Moments that nearly every run has at
 * its beginning have the weight 0.
 */
export function weightOf({ name }: Pick<LaneMark, 'name'>): number {
  return /kswapd_wakes|dirty_limit/.test(name) ? 0 : 1;
}

/**
 * Places the marks of both lanes by time on a timeline of this width in CSS pixels. A mark gets a label only if it
 * overlaps neither another label nor the end of the timeline.
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
  const taken: [number, number][] = [];
  for (const mark of shown.toSorted((x, y) => weightOf(y) - weightOf(x))) {
    const from = mark.share * width;
    const to = from + labelOf(mark).length * LETTER_WIDTH + LABEL_GAP;
    mark.labelled =
      to <= width + LABEL_GAP && taken.every(([start, end]) => from >= end || to <= start);
    if (mark.labelled) {
      taken.push([from, to]);
    }
  }
  return shown;
}

/** Returns the mark that is nearest to a time; null if none is within this distance. */
export function markNear(
  marks: readonly PlacedMark[],
  ns: number,
  withinNs: number,
): PlacedMark | null {
  const distance = ({ atNs }: PlacedMark) => Math.abs(atNs - ns);
  const [nearest] = marks.toSorted((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) <= withinNs ? nearest : null;
}

/** The end of the timeline, and how it is known. */
export interface RunEnd {
  ns: number;
  /**
   * `over`: the run is at its end. `ended`: the run was at its end before a seek back. `limit`: the scenario stops the
   * run at this time. `estimate`: from the same run, if it was computed in advance, or from the recent pace of this one.
   * `nothing`: unknown.
   */
  known: 'over' | 'ended' | 'limit' | 'estimate' | 'nothing';
  /** Describes an end that was computed in advance. */
  text?: string;
}

/**
 * Returns the end of the current run if it was computed in advance and is between these times; the guide sets this when
 * it is loaded.
 */
export const foreseen: { end: (fromNs: number, toNs: number) => RunEnd | null } = {
  end: () => null,
};

/** A seek target later than the end of any run, virtual nanoseconds: a day, which is also the latest time of a link. */
export const END_NS = 86_400e9;

/** Describes a seek target, to follow “to”. */
export function goalText(goalNs: number): string {
  return goalNs >= END_NS ? 'the end' : formatSeconds(goalNs);
}

/** Minimum length of the timeline while its end is unknown. */
const LEAST_NS = 60e9;

/** Returns the end of the timeline for both lanes. */
export function runEnd(lanes: LanePair, untilMs: number | null | undefined): RunEnd {
  const states = LANES.map((lane) => lanes.state(lane));
  const estimates = states.map((state) => state?.estimateNs() ?? null);
  const known = estimates.filter((estimate) => estimate !== null);
  const limitNs = untilMs ? untilMs * 1e6 : Infinity;
  const nowNs = lanes.nowNs();
  if (states.every((state) => state?.finished ?? false)) {
    return { ns: Math.max(nowNs, 1), known: 'over' };
  }
  // The slider extends to the latest time that a lane has reached.
  const reachedNs = Math.max(nowNs, ...states.map((state) => state?.reachedNs ?? 0));
  if (states.every((state) => state && state.endedNs !== null)) {
    return { ns: reachedNs, known: 'ended' };
  }
  const ahead = foreseen.end(reachedNs, limitNs);
  if (ahead) {
    return ahead;
  }
  // If the end of only one lane is known, the end of the timeline is unknown.
  const told = known.length === states.length;
  const ns = told
    ? Math.max(...known, reachedNs)
    : Math.max(roomFor(reachedNs), Number.isFinite(limitNs) ? limitNs : 0);
  if (limitNs <= ns) {
    return { ns: limitNs, known: 'limit' };
  }
  return { ns, known: told ? 'estimate' : 'nothing' };
}

/**
 * Returns a timeline length with room after the current run. The length grows in steps, so that marks do not move
 * continuously.
 */
function roomFor(reachedNs: number): number {
  let ns = LEAST_NS;
  while (ns < reachedNs * 1.1) {
    ns *= 2;
  }
  return ns;
}

/** Describes the end, for display beside the clock; empty while it is unknown. */
export function endText({ ns, known, text }: RunEnd): string {
  switch (known) {
    case 'over':
      return 'done';
    case 'ended':
      return `ends at ${formatSeconds(ns)}`;
    case 'limit':
      return `stops at ${formatSeconds(ns, ns % 1e9 === 0 ? 0 : 1)}`;
    case 'estimate':
      return text ?? `at this pace, ends by about ${roughly(ns / 1e9)}`;
    case 'nothing':
      return '';
  }
}

/** Formats an estimated time, in seconds, rounded up to two digits, because it is announced as a bound. */
function roughly(seconds: number): string {
  const step = 10 ** Math.floor(Math.log10(Math.max(10, seconds)) - 1);
  return `${formatCount(Math.ceil(seconds / step) * step)} s`;
}
