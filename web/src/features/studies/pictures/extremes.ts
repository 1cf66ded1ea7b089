/** Where a value is lowest and highest, and of rare events, in how many seeds they happen. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { seenIn, seenWords, type Seen } from './certainty.ts';
import { factorsOf, nameOf, varied } from './data.ts';
import { formatMeasured } from './format.ts';
import { ratioWords } from './heat.ts';
import type { Measure } from './measures.ts';

/** A sentence for each lane. */
export function extremes(result: StudyResult, lanes: readonly Measure[]): string {
  return lanes
    .map((measure) => {
      const where = lanes.length > 1 ? `In ${measure.lane.toUpperCase()}` : '';
      return rareSentence(result, measure, where) ?? medianSentence(result, measure, where);
    })
    .join(' ');
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
    return `${where} it is the same: ${show(first.median)}.`;
  }
  return `${where} it is lowest with ${at(least)} (${show(least.median)}) and highest with ${at(most)} (${show(most.median)}).`;
}

/** Of something that most seeds do not have: where most have it. Null where medians say enough. */
function rareSentence(result: StudyResult, measure: Measure, lane: string): string | null {
  const factors = varied(factorsOf(result));
  const places = result.points.flatMap((point): { name: string; seen: Seen; rare: boolean }[] => {
    const values = point.values[measure.name] ?? [];
    const there = values.filter((value) => value !== null);
    const some = there.filter((value) => value !== 0).length;
    const seen = { some, all: there.length };
    const name = nameOf(factors, point);
    return there.length === 0 ? [] : [{ name, seen, rare: seenIn(values) !== null }];
  });
  const hidden = places.some(({ rare, seen }) => rare && seen.some * 2 <= seen.all);
  if (measure.lane === 'ratio' || !hidden) {
    return null;
  }
  const shareOf = ({ seen }: { seen: Seen }) => seen.some / seen.all;
  const most = places.reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one));
  const whole = places.reduce(
    (sum, { seen }) => ({ some: sum.some + seen.some, all: sum.all + seen.all }),
    { some: 0, all: 0 },
  );
  const head = lane === '' ? 'It is not 0' : `${lane} it is not 0`;
  return `${head} in ${whole.some} of ${whole.all} runs, most often with ${most.name}: in ${seenWords(most.seen)}.`;
}
