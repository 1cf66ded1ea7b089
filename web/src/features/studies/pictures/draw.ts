/** The picture of a kind, and what it says in a sentence. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import {
  agreementWords,
  factorsOf,
  isBeside,
  lanesOf,
  nameOf,
  seenIn,
  seenWords,
  varied,
  type Seen,
  isAlike,
  isNearOne,
  NEAR_WORDS,
} from './data.ts';
import { drawDots } from './Dots.tsx';
import { drawScatters } from './Scatters.tsx';
import { withLaneNames, type Drawing } from './drawing.tsx';
import { formatMeasured, listOf, type Palette } from './values.ts';
import { heatOf, heatSentence, ratioWords, type HeatChoice } from './heat.ts';
import { drawHeat } from './HeatMap.tsx';
import { drawLine } from './Line.tsx';
import { isElapsed, measureOf, ratioOf, withRatio, type Measure } from '../measures.ts';
import { drawSeeds, seedSentence, stripsOf } from './SeedStrip.tsx';
import { drawShares, shownLanes } from './ShareBars.tsx';
import { ablationSentence } from './shares.ts';
import { drawTornado, tornadoOf, tornadoSentence } from './TornadoBars.tsx';

/** What is drawn of a result. */
export interface Shown {
  kind: Kind;
  /** Name of the measure. */
  measure: string;
  heat: HeatChoice;
}

/** The picture, with what its lanes run; null where nothing of it can be drawn. */
export function drawingOf(
  result: StudyResult,
  shown: Shown,
  width: number,
  palette: Palette,
): Drawing | null {
  const drawing = pictureOf(result, shown, width, palette);
  return drawing && withLaneNames(drawing, result.study, shown.measure, palette);
}

function pictureOf(
  result: StudyResult,
  shown: Shown,
  width: number,
  palette: Palette,
): Drawing | null {
  const { kind, measure, heat } = shown;
  if (result.points.length === 0) {
    return null;
  }
  switch (kind) {
    case 'shares':
      return drawShares(result, measure, width, palette);
    case 'heat':
      return drawHeat(result, measure, heat, width, palette);
    case 'line':
      return drawLine(result, measure, width, palette);
    case 'tornado':
      return drawTornado(result, measure, width, palette);
    case 'dots':
      return drawDots(result, measure, width, palette);
    case 'seeds':
      return drawSeeds(result, measure, width, palette);
    case 'scatter':
      return drawScatters(result, measure, width, palette);
  }
}

/** What the picture says, one sentence for each lane; empty where there is nothing to say. */
export function sentenceOf(
  result: StudyResult,
  { kind, measure: name, heat: choice }: Shown,
): string {
  const measure = measureOf(name);
  const lanes = lanesOf(result, name);
  switch (kind) {
    case 'shares':
      return shownLanes(result, name)
        .map((lane) => ablationSentence(result, lane))
        .join(' ');
    case 'heat': {
      const heat = heatOf(result, name, choice);
      const said = heat ? heatSentence(heat, measure, choice) : '';
      return said === '' ? extremesAndVersus(result, measure, lanes) : said;
    }
    case 'tornado':
      return lanes
        .map((lane) => withLane(lane, lanes, tornadoSentence(tornadoOf(result, lane))))
        .join(' ');
    case 'seeds': {
      const [point] = result.points;
      return point ? seedSentence(stripsOf(result, point, name)) : '';
    }
    case 'line':
    case 'dots':
    case 'scatter':
      return extremesAndVersus(result, measure, lanes);
  }
}

/** Where values are lowest and highest; of two lanes also where B has less and more. */
function extremesAndVersus(
  result: StudyResult,
  measure: Measure,
  lanes: readonly Measure[],
): string {
  // What most seeds do not have can hardly be divided.
  const compared =
    measure.lane === 'ratio' || (lanes.length > 1 && !lanes.some((it) => isRare(result, it)));
  const ratio = compared ? ratioOf(result.study, measure.name) : null;
  const versus = ratio === null ? '' : versusSentence(withRatio(result, ratio), measureOf(ratio));
  const values = extremes(result, lanes);
  // Of a ratio, who wins comes first.
  const said = measure.lane === 'ratio' ? [versus, values] : [values, versus];
  return said.filter((part) => part !== '').join(' ');
}

function withLane({ lane }: Measure, lanes: readonly Measure[], text: string): string {
  return lanes.length > 1 ? `${lane.toUpperCase()}: ${text}` : text;
}

// Which pictures make sense of a study: by its design and by how many factors vary.

/** A kind of picture. */
export type Kind = 'shares' | 'heat' | 'line' | 'tornado' | 'dots' | 'seeds' | 'scatter';

/** What the kinds are called where one is chosen. */
export const KINDS: Record<Kind, string> = {
  shares: 'Shares',
  heat: 'Heat map',
  line: 'Line',
  tornado: 'By factor',
  dots: 'Every combination',
  seeds: 'By seed',
  scatter: 'Against each factor',
};

/** Combinations up to which each has a row of its own in a picture. */
const ROWS_MAX = 64;

/** The pictures of a result, the one that is shown first in front. */
export function picturesOf(result: StudyResult): Kind[] {
  const factors = varied(factorsOf(result));
  const dots: Kind[] = result.points.length <= ROWS_MAX ? ['dots'] : [];
  const [only] = factors;
  if (!only || result.points.length === 1) {
    return ['seeds'];
  }
  if (result.study.design.kind === 'ablation') {
    return ['shares', ...dots];
  }
  if (factors.length === 1) {
    // A Latin hypercube of one factor is a line, and so is one factor at a time.
    return only.numeric ? ['line', ...dots] : ['dots'];
  }
  switch (result.study.design.kind) {
    case 'one_at_a_time':
      return ['tornado', ...dots];
    case 'latin_hypercube':
      return ['scatter', ...dots];
    case 'grid':
      return ['heat', ...dots];
  }
}

// Where a value is lowest and highest, and of rare events, in how many seeds they happen.

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
function isRare({ points }: StudyResult, { name, lane }: Measure): boolean {
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
  if (show(least.median) === show(most.median)) {
    return `${where} the value is the same: ${show(first.median)}.`;
  }
  const ends = [
    { name: 'lowest', end: least },
    { name: 'highest', end: most },
  ]
    // Where the lanes are alike no ratio stands out; which combinations these are has been told.
    .filter(({ end }) => measure.lane !== 'ratio' || !isNearOne(end.median))
    .map(({ name, end }) => `${name} with ${at(end)} (${show(end.median)})`);
  return ends.length > 0
    ? `${where} the value is ${ends.join(' and ')}.`
    : `${where} A and B differ by ${NEAR_WORDS}.`;
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

// Where lane B has less than lane A, where more, and where the seeds disagree.

/** Combinations that are named; more are counted. */
const NAMED_MAX = 3;

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
    if (isAlike(spread)) {
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
    of('near').length > 0 ? `A and B differ by ${NEAR_WORDS}${where('near')}` : '',
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
