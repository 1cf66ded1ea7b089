/** Where lane B has less than lane A, where more, and where the seeds disagree. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { agreementWords, isBeside } from './certainty.ts';
import { factorsOf, nameOf, varied } from './data.ts';
import { listOf } from './format.ts';
import { isElapsed, type Measure } from './measures.ts';

/** Combinations that are named; more are counted. */
const NAMED_MAX = 3;
/** Ratios closer to 1 are shown as ≈×1. */
const NEARLY = 0.0005;

/** A sentence about a ratio that the result has; empty where there is no pair of runs yet. */
export function versusSentence(result: StudyResult, ratio: Measure): string {
  const factors = varied(factorsOf(result));
  const places = result.points.flatMap((point) => {
    const spread = point.spread[ratio.name];
    return spread ? [{ spread, name: nameOf(factors, point) }] : [];
  });
  if (places.length === 0) {
    return '';
  }
  const sideOf = ({ spread }: (typeof places)[number]) => {
    if (spread.least === 1 && spread.most === 1) {
      return 'equal';
    }
    if (Math.max(1 - spread.least, spread.most - 1) < NEARLY) {
      return 'near';
    }
    if (!isBeside(spread, 1)) {
      return 'open';
    }
    return spread.median < 1 ? 'less' : 'more';
  };
  const of = (side: ReturnType<typeof sideOf>) => places.filter((place) => sideOf(place) === side);
  const where = (side: ReturnType<typeof sideOf>) => {
    const names = of(side).map(({ name }) => name);
    if (names.length === places.length) {
      return places.length === 1 ? '' : ` in all ${places.length} combinations`;
    }
    return names.length > NAMED_MAX
      ? ` in ${names.length} of ${places.length} combinations`
      : ` with ${listOf(names)}`;
  };
  const agreement = agreementWords(places.map(({ spread }) => spread));
  const sure = agreement === '' ? '' : ` ${agreement}`;
  const [less, more] = isElapsed(ratio)
    ? ['takes less time', 'takes more time']
    : ['is lower', 'is higher'];
  const parts = [
    of('less').length > 0 ? `B ${less}${sure}${where('less')}` : '',
    of('more').length > 0 ? `B ${more}${sure}${where('more')}` : '',
    of('equal').length > 0 ? `A and B are equal${where('equal')}` : '',
    of('near').length > 0 ? `A and B are nearly equal${where('near')}` : '',
    of('open').length > 0 ? `the seeds disagree${where('open')}` : '',
  ].filter((part) => part !== '');
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${gainOf(ratio)}`;
}

/** Which of the two is a gain, where the words do not say it. */
function gainOf(ratio: Measure): string {
  if (ratio.better === null || isElapsed(ratio)) {
    return '';
  }
  return ratio.better === 'less' ? ' Lower is better.' : ' Higher is better.';
}
