/** Marks on the timeline, with labels where there is room. */
import type { Catalogue, CounterName, Mark, Scenario } from '../../engine/types.ts';
import type { LaneSeries } from '../figures/metrics.ts';
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
