/** Where a value is lowest and highest, and of rare events, in how many seeds they happen. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { seenIn, seenWords, type Seen } from './certainty.ts';
import { factorsOf, nameOf, varied } from './data.ts';
import { formatMeasured } from './format.ts';
import { ratioWords } from './heat.ts';
import type { Measure } from './measures.ts';

/** A sentence for each lane. Of something that most seeds do not have, medians say nothing. */
export function extremes(result: StudyResult, lanes: readonly Measure[]): string {
  const rare = lanes.some((measure) => isRare(result, measure));
  return lanes
    .map((measure) => {
      const lane = lanes.length > 1 ? `In ${measure.lane.toUpperCase()}` : '';
      return rare ? rareSentence(result, measure, lane) : medianSentence(result, measure, lane);
    })
    .join(' ');
}

/** Whether something happens in half of the seeds of a combination at most, and in some. */
export function isRare({ points }: StudyResult, { name, lane }: Measure): boolean {
  return (
    lane !== 'ratio' &&
    points.some(({ values }) => {
      const seen = seenIn(values[name] ?? []);
      return seen !== null && seen.some * 2 <= seen.all;
    })
  );
}

/** The lowest and the highest median, and where they are. */
function medianSentence(result: StudyResult, measure: Measure, lane: string): string {
  const factors = varied(factorsOf(result));
  const where = lane === '' ? 'Over all combinations' : lane;
  const values = result.points.flatMap((point) => {
    const median = point.spread[measure.name]?.median;
    return median === undefined ? [] : [{ median, levels: point.levels }];
  });
  const [first] = values;
  if (!first) {
    return `${where} there is no value yet.`;
  }
  const show = (value: number) =>
    measure.lane === 'ratio' ? ratioWords(value, measure) : formatMeasured(value, measure);
  const at = (point: { levels: number[] }) => nameOf(factors, point);
  if (values.length === 1) {
    const only = `${at(first)} (${show(first.median)})`;
    return `${lane === '' ? 'Only' : `${lane}, only`} ${only} has a value yet.`;
  }
  const least = values.reduce((one, other) => (other.median < one.median ? other : one));
  const most = values.reduce((one, other) => (other.median > one.median ? other : one));
  if (least.median === most.median) {
    return `${where} the value is the same: ${show(first.median)}.`;
  }
  return `${where} the value is lowest with ${at(least)} (${show(least.median)}) and highest with ${at(most)} (${show(most.median)}).`;
}

/** In how many runs something happened, and where most often. */
function rareSentence(result: StudyResult, measure: Measure, lane: string): string {
  const factors = varied(factorsOf(result));
  const counted = new Set<string>();
  const places = result.points.flatMap((point): { name: string; seen: Seen }[] => {
    const there = (point.values[measure.name] ?? []).filter((value) => value !== null);
    const runs = (measure.lane === 'b' ? point.runs_b : point.runs_a).join();
    // Combinations that differ in the other lane only share their runs.
    if (there.length === 0 || (runs !== '' && counted.has(runs))) {
      return [];
    }
    counted.add(runs);
    const some = there.filter((value) => value !== 0).length;
    return [{ name: nameOf(factors, point), seen: { some, all: there.length } }];
  });
  const [first] = places;
  if (!first) {
    return `${lane === '' ? 'Over all combinations' : lane} there is no value yet.`;
  }
  const shareOf = ({ seen }: { seen: Seen }) => seen.some / seen.all;
  const most = places.reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one), first);
  const [some, all] = [sum(places, 'some'), sum(places, 'all')];
  const where = lane === '' ? 'It' : `${lane} it`;
  return some === 0
    ? `${where} is 0 in all ${all} runs.`
    : `${where} is not 0 in ${some} of ${all} runs, most often with ${most.name}: in ${seenWords(most.seen)}.`;
}

function sum(places: readonly { seen: Seen }[], what: keyof Seen): number {
  return places.reduce((total, { seen }) => total + seen[what], 0);
}
