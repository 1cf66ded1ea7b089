/** The numbers of a combination, as they are said and read out. */
import { intervalOf, seenWords } from './certainty.ts';
import type { Cell } from './data.ts';
import type { Fact } from './drawing.tsx';
import { DASH, SAME, formatMeasured, formatRange } from './format.ts';
import { ratioWords } from './heat.ts';
import type { Measure } from './measures.ts';

/** Median, range and interval with their units; or why there are none. */
export function pointFacts(cell: Cell, measure: Measure, seeds: number): Fact[] {
  const { spread, missing, pending, seen } = cell;
  if (!spread) {
    return [['', `${DASH} ${missing ?? ''}`]];
  }
  const show = (value: number) => formatMeasured(value, measure);
  const median =
    measure.lane === 'ratio' ? ratioWords(spread.median, measure) : show(spread.median);
  const facts: Fact[] = [[spread.count > 1 ? 'median' : '', median]];
  if (seen) {
    facts.push(['not 0 in', seenWords(seen)]);
  }
  if (spread.count > 1) {
    const same = spread.least === spread.most;
    facts.push(['range', same ? SAME : formatRange(spread.least, spread.most, measure)]);
  }
  const interval = intervalOf(spread);
  if (interval) {
    facts.push(['95 % interval of the median', formatRange(...interval, measure)]);
  }
  if (spread.count < seeds) {
    const why =
      pending === null
        ? 'no value in the others'
        : pending > 0
          ? `${pending} not computed yet`
          : 'nothing to measure in the others';
    facts.push(['seeds', `${spread.count} of ${seeds}, ${why}`]);
  } else if (seeds > 1) {
    facts.push(['seeds', String(seeds)]);
  }
  return facts;
}
