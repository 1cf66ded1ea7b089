/** The picture of a kind, and what it says in a sentence. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import type { Kind } from './choose.ts';
import { lanesOf } from './data.ts';
import { drawDots } from './Dots.tsx';
import type { Drawing } from './drawing.tsx';
import { extremes, isRare } from './extremes.ts';
import { heatOf, heatSentence, type HeatChoice } from './heat.ts';
import { drawHeat } from './HeatMap.tsx';
import { drawLine } from './Line.tsx';
import { measureOf, type Measure } from './measures.ts';
import { withLaneNames } from './LaneLegend.tsx';
import type { Palette } from './palette.ts';
import { ratioOf, withRatio } from './ratios.ts';
import { drawScatters } from './Scatters.tsx';
import { seedSentence, stripsOf } from './seeds.ts';
import { drawSeeds } from './SeedStrip.tsx';
import { drawShares, shownLanes } from './ShareBars.tsx';
import { ablationSentence } from './shares.ts';
import { tornadoOf, tornadoSentence } from './tornado.ts';
import { drawTornado } from './TornadoBars.tsx';
import { versusSentence } from './versus.ts';

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
