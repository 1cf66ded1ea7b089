/** The picture of each kind, and a sentence that summarizes it. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import {
  agreementWords,
  factorsOf,
  isBeside,
  lanesOf,
  nameOf,
  namesOf,
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
import { capital, formatMeasured, type Palette } from './values.ts';
import { heatOf, heatSentence, ratioWords, type HeatChoice } from './heat.ts';
import { drawHeat } from './HeatMap.tsx';
import { drawLine } from './Line.tsx';
import { isElapsed, measureOf, ratioOf, withRatio, type Measure } from '../measures.ts';
import { drawSeeds, seedSentence, stripsOf } from './SeedStrip.tsx';
import { drawShares, shownLanes } from './ShareBars.tsx';
import { ablationSentence } from './shares.ts';
import { drawTornado, tornadoOf, tornadoSentence } from './TornadoBars.tsx';

/** The choice of what to draw: the kind of picture, the measure, and the settings of a heat map. */
export interface Shown {
  kind: Kind;
  /** Name of the measure. */
  measure: string;
  heat: HeatChoice;
}

/** Draws the picture, with the lanes' kernels; null if nothing can be drawn. */
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

/** Summarizes the picture, with one sentence per lane; empty if there is nothing to say. */
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

/** Says where values are lowest and highest; for two lanes also where B has less and more. */
function extremesAndVersus(
  result: StudyResult,
  measure: Measure,
  lanes: readonly Measure[],
): string {
  // The ratio of values that are 0 in most seeds is not meaningful.
  const compared =
    measure.lane === 'ratio' || (lanes.length > 1 && !lanes.some((it) => isRare(result, it)));
  const ratio = compared ? ratioOf(result.study, measure.name) : null;
  const versus = ratio === null ? '' : versusSentence(withRatio(result, ratio), measureOf(ratio));
  const values = extremes(result, lanes);
  // For a ratio, the comparison of the lanes comes first.
  const said = measure.lane === 'ratio' ? [versus, values] : [values, versus];
  return said.filter((part) => part !== '').join(' ');
}

function withLane({ lane }: Measure, lanes: readonly Measure[], text: string): string {
  return lanes.length > 1 ? `${lane.toUpperCase()}: ${text}` : text;
}

// The kinds of pictures that fit a study: by its design and by how many factors vary.

export type Kind = 'shares' | 'heat' | 'line' | 'tornado' | 'dots' | 'seeds' | 'scatter';

/** The names of the kinds in the choice. */
export const KINDS: Record<Kind, string> = {
  shares: 'Shares',
  heat: 'Heat map',
  line: 'Line',
  tornado: 'By factor',
  dots: 'Every combination',
  seeds: 'By seed',
  scatter: 'Scatter plots',
};

/** Maximum number of combinations for a picture with one row each. */
const ROWS_MAX = 64;

/** Returns the kinds of pictures for a result, the default first. */
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
    // With a single factor, a Latin hypercube and one factor at a time are lines.
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

// Says where a value is lowest and highest; for rare events, in how many seeds they happen.

/** Returns a sentence per lane: about medians, or for rare events, whose medians are not informative, about counts. */
export function extremes(result: StudyResult, lanes: readonly Measure[]): string {
  const rare = lanes.some((measure) => isRare(result, measure));
  return lanes
    .map((measure) => {
      const lane = lanes.length > 1 ? measure.lane.toUpperCase() : '';
      return rare ? rareSentence(result, measure, lane) : medianSentence(result, measure, lane);
    })
    .join(' ');
}

/** Whether something happens in some seeds of a combination, but in at most half of them. */
function isRare({ points }: StudyResult, { name, lane }: Measure): boolean {
  return (
    lane !== 'ratio' &&
    points.some(({ values }) => {
      const seen = seenIn(values[name] ?? []);
      return seen !== null && seen.some * 2 <= seen.all;
    })
  );
}

/** Describes the lowest and the highest median, and where they are. */
function medianSentence(result: StudyResult, measure: Measure, lane: string): string {
  const factors = varied(factorsOf(result));
  const of = lane === '' ? measure.title : `${measure.title} in ${lane}`;
  const values = result.points.flatMap((point) => {
    const median = point.spread[measure.name]?.median;
    return median === undefined ? [] : [{ median, levels: point.levels }];
  });
  const [first] = values;
  if (!first) {
    return `${of}: no value yet.`;
  }
  const show = (value: number) =>
    measure.lane === 'ratio' ? ratioWords(value, measure) : formatMeasured(value, measure);
  const at = (point: { levels: number[] }) => nameOf(factors, point);
  if (values.length === 1) {
    return `${of}: so far, only ${at(first)} has a value (${show(first.median)}).`;
  }
  const least = values.reduce((one, other) => (other.median < one.median ? other : one));
  const most = values.reduce((one, other) => (other.median > one.median ? other : one));
  if (show(least.median) === show(most.median)) {
    return measure.lane === 'ratio'
      ? `${show(first.median)} in all ${values.length} combinations.`
      : `${of}: ${show(first.median)} in all ${values.length} combinations.`;
  }
  if (measure.lane !== 'ratio') {
    const place = (end: (typeof values)[number]) => {
      const alike = values.filter(({ median }) => show(median) === show(end.median)).length;
      return alike > 1
        ? `in ${alike} combinations (${show(end.median)})`
        : `with ${at(end)} (${show(end.median)})`;
    };
    return `${of}: lowest ${place(least)}, highest ${place(most)}.`;
  }
  const ends = [least, most]
    // Omit ratios that count as 1: another sentence has named these combinations.
    .filter(({ median }) => !isNearOne(median))
    .map((end) => {
      const size = end === (end.median < 1 ? least : most) ? 'largest' : 'smallest';
      return `with ${at(end)}, ${show(end.median)}, the ${size} ${changeName(end.median, measure)}`;
    });
  return ends.length > 0
    ? `${capital(ends.join('; '))}.`
    : `A and B differ by ${NEAR_WORDS} in all combinations.`;
}

/** Names the change of a ratio. */
function changeName(ratio: number, measure: Measure): string {
  if (ratio > 1) {
    return 'increase';
  }
  return isElapsed(measure) ? 'saving' : 'decrease';
}

/** Describes in how many runs something happened, and where most often. */
function rareSentence(result: StudyResult, measure: Measure, lane: string): string {
  const factors = varied(factorsOf(result));
  const counted = new Set<string>();
  const places = result.points.flatMap((point): { name: string; seen: Seen }[] => {
    const there = (point.values[measure.name] ?? []).filter((value) => value !== null);
    const runs = (measure.lane === 'b' ? point.runs_b : point.runs_a).join();
    // Combinations that differ only in the other lane share their runs, which are counted once.
    if (there.length === 0 || (runs !== '' && counted.has(runs))) {
      return [];
    }
    counted.add(runs);
    const some = there.filter((value) => value !== 0).length;
    return [{ name: nameOf(factors, point), seen: { some, all: there.length } }];
  });
  const [first] = places;
  if (!first) {
    return `${measure.title}${lane === '' ? '' : ` in ${lane}`}: no value yet.`;
  }
  const shareOf = ({ seen }: { seen: Seen }) => seen.some / seen.all;
  const most = places.reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one), first);
  const [some, all] = [sum(places, 'some'), sum(places, 'all')];
  const where = lane === '' ? 'It' : `In ${lane} it`;
  return some === 0
    ? `${where} is 0 in all ${all} runs.`
    : `${where} is not 0 in ${some} of ${all} runs, most often with ${most.name}: in ${seenWords(most.seen)}.`;
}

function sum(places: readonly { seen: Seen }[], what: keyof Seen): number {
  return places.reduce((total, { seen }) => total + seen[what], 0);
}

// Says where lane B has less than lane A, where more, and where the seeds disagree.

/** Maximum number of combinations that are named; more are only counted. */
const NAMED_MAX = 3;

/** Returns a sentence about a ratio of the result; empty if there is no pair of runs yet. */
export function versusSentence(result: StudyResult, ratio: Measure): string {
  const factors = varied(factorsOf(result));
  const places = result.points.flatMap((point) => {
    const spread = point.spread[ratio.name];
    return spread ? [{ spread, levels: point.levels }] : [];
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
  const ran = (runs: readonly number[]) => runs.some((run) => result.runs[run]);
  // All combinations of which both lanes ran, also those without a ratio.
  const all = result.points.filter(({ runs_a: a, runs_b: b }) => ran(a) && ran(b)).length;
  const where = (side: ReturnType<typeof sideOf>) => {
    const some = of(side);
    if (some.length === all) {
      return all === 1 ? '' : ` in all ${all} combinations`;
    }
    return some.length > NAMED_MAX
      ? ` in ${some.length} of ${all} combinations`
      : ` with ${namesOf(factors, some)}`;
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
    all > places.length ? noRatio(all - places.length) : '',
  ].filter((part) => part !== '');
  const text = parts.join('; ');
  return `${capital(text)}.${gainOf(ratio)}`;
}

/** A clause about combinations without a ratio. */
function noRatio(count: number): string {
  return count === 1
    ? '1 combination has no ratio (its value in A is missing or 0)'
    : `${count} combinations have no ratio (their value in A is missing or 0)`;
}

/** Says which direction is better, unless the words imply it. */
function gainOf(ratio: Measure): string {
  if (ratio.better === null || isElapsed(ratio)) {
    return '';
  }
  return ratio.better === 'less' ? ' Lower is better.' : ' Higher is better.';
}
