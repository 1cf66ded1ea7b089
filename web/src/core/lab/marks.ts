/** Marks on the timeline, with labels where there is room. */
import type { Catalogue, Mark, Scenario } from '../../engine/types.ts';
import { LANES, laneSetting, type LaneId } from './lanes.ts';
import type { Parting } from './store.ts';

/** A moment of a run: the engine noticed it, a person switched something, or the lanes part. */
export interface LaneMark extends Omit<Mark, 'name'> {
  name: string;
  kind: 'moment' | 'switch' | 'parting';
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

/** Marks of both lanes that are closer than this, as a share of the timeline, could not be told apart. */
const SAME_SHARE = 0.004;
/** Room that a letter of a label takes, as a share of a timeline that is not wide. */
const LETTER_SHARE = 0.0062;
/** Room between labels, and for the lane's name behind each. */
const LABEL_GAP = 0.03;
/** Labels may not run over the end. */
const LABEL_END = 0.9;

/** The engine's moments and the switches that were recorded. */
export function marksOf(
  moments: Record<LaneId, readonly Mark[]>,
  scenario: Scenario | null,
  catalogue: Catalogue,
  parting?: Parting,
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
    parting?.status === 'found'
      ? [{ name: 'parting', at_ns: parting.atNs, text: 'A and B part', kind: 'parting' }]
      : [];
  return { a: of('a'), b: [...of('b'), ...parts] };
}

/** The marks of both lanes in the order of time; a label only where the one before has ended. */
export function placeMarks(
  marks: Record<LaneId, readonly LaneMark[]>,
  endNs: number,
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
    if (mark.share >= free && mark.share <= LABEL_END) {
      mark.labelled = true;
      free = mark.share + mark.text.length * LETTER_SHARE + LABEL_GAP;
    }
  }
  return shown;
}
