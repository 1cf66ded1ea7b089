/** A grid of combinations as panels of coloured cells, with a line at which the effect falls below the threshold. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import {
  Label,
  pointFacts,
  widthOf,
  type Box,
  type Drawing,
  type Fact,
  type Mark,
} from './drawing.tsx';
import { levelName } from './data.ts';
import { formatShift, textOn, type Palette } from './values.ts';
import {
  cellText,
  heatOf,
  placeName,
  stepLine,
  type Heat,
  type HeatCell,
  type HeatChoice,
  type HeatPanel,
} from './heat.ts';
import { UNSURE, HeatKey, coloursOf, isUnsure, signOf, signsOf, type Colours } from './HeatKey.tsx';
import { fullTitle, measureOf } from '../measures.ts';

const HEAD = 24;
const FOOT = 44;
const GAP = 22;
const PANEL_MIN = 250;
const CELL_HEIGHT = 34;
const KEY_HEIGHT = 26;
const SIGNS_HEIGHT = 22;
/** Maximum number of panels in a row: more are hard to compare. */
const ACROSS_MAX = 3;

/** Draws the picture; null if a factor that spans it is missing. */
export function drawHeat(
  result: StudyResult,
  name: string,
  choice: HeatChoice,
  width: number,
  palette: Palette,
): Drawing | null {
  const heat = heatOf(result, name, choice);
  if (!heat) {
    return null;
  }
  const measure = measureOf(name);
  const colours = coloursOf(heat, measure, choice, palette);
  const across = acrossOf(heat, width);
  const panelWidth = (width - GAP * (across - 1)) / across;
  const labels = Math.min(
    panelWidth * 0.34,
    Math.max(...heat.rows.map(({ label }) => widthOf(label))) + 10,
  );
  const plot = {
    width: panelWidth - labels - 1,
    height: Math.max(CELL_HEIGHT * heat.rows.length, 60),
  };
  const cell = { width: plot.width / heat.columns.length, height: plot.height / heat.rows.length };
  const head = heat.panels.some((panel) => panelTitle(heat, panel) !== '') ? HEAD : 4;
  const panelHeight = head + plot.height + FOOT + 20;
  const marks: Mark[] = [];
  const over: Drawing['over'][] = [];
  const under = heat.panels.map((panel, at) => {
    const box: Box = {
      x: (at % across) * (panelWidth + GAP) + labels,
      y: Math.floor(at / across) * panelHeight + head + 18,
      ...plot,
    };
    for (const item of panel.cells) {
      const place = {
        x: box.x + item.column * cell.width,
        y: box.y + item.row * cell.height,
        ...cell,
      };
      marks.push(markOf(result, heat, panel, item, place, colours, choice, palette));
    }
    over.push(<Line key={panel.key} panel={panel} box={box} cell={cell} palette={palette} />);
    return (
      <Panel
        key={panel.key}
        heat={heat}
        panel={panel}
        box={box}
        labels={labels}
        cell={cell}
        palette={palette}
      />
    );
  });
  const signs = signsOf(heat, choice);
  const bottom = Math.ceil(heat.panels.length / across) * panelHeight;
  return {
    width,
    height: bottom + KEY_HEIGHT + (signs === '' ? 0 : SIGNS_HEIGHT),
    label: `${fullTitle(measure)} by ${heat.x.name} and ${heat.y.name}`,
    under: (
      <>
        {under}
        <HeatKey colours={colours} y={bottom} width={width} signs={signs} palette={palette} />
      </>
    ),
    marks,
    over,
  };
}

/** Returns the number of panels side by side. If there is room, each row has both lanes of one value. */
function acrossOf({ panels }: Heat, width: number): number {
  const lanes = new Set(panels.map(({ measure }) => measure.name)).size;
  const most = Math.max(
    1,
    Math.min(ACROSS_MAX, Math.floor((width + GAP) / (PANEL_MIN + GAP)), panels.length),
  );
  return lanes === 2 && most > 1 ? 2 : most;
}

function markOf(
  result: StudyResult,
  heat: Heat,
  panel: HeatPanel,
  item: HeatCell,
  box: Box,
  colours: Colours,
  choice: HeatChoice,
  palette: Palette,
): Mark {
  const { point, reason, cell, value } = item;
  const { measure } = panel;
  const where = placeName(heat, panel, item);
  const title = panelLanes(heat) > 1 ? `${measure.lane.toUpperCase()}, ${where}` : where;
  const fill = value === null ? palette.ground : colours.of(item);
  const text = cellText(item, measure, choice.mode);
  const ink = value === null ? palette.quiet : textOn(fill, palette);
  const gap = Math.min(1, box.width * 0.05);
  const facts: Fact[] = cell
    ? pointFacts(cell, measure, result.study.seeds)
    : [['', reason === '' ? 'not part of the design' : `impossible: ${reason}`]];
  if (choice.mode === 'change' && item.change !== null && measure.lane !== 'ratio') {
    facts.push(['vs. the first combination', formatShift(item.change)]);
  }
  const unsure = isUnsure(heat, item, choice) ? ` ${UNSURE}` : '';
  const seen = cell?.seen ? ` · ${cell.seen.some}/${cell.seen.all}` : '';
  const plain = signOf(item) ?? text;
  const fitting = [`${plain}${seen}${unsure}`, `${plain}${unsure}`, plain].find(
    (said) => widthOf(said) <= box.width - 4,
  );
  return {
    key: `${panel.key} ${item.column} ${item.row}`,
    box,
    title,
    facts,
    point,
    shape: (
      <>
        <rect
          x={box.x + gap / 2}
          y={box.y + gap / 2}
          width={box.width - gap}
          height={box.height - gap}
          fill={fill}
          stroke={value === null ? palette.line : 'none'}
        />
        {fitting !== undefined && box.height >= 14 && (
          <Label
            x={box.x + box.width / 2}
            y={box.y + box.height / 2 + 4}
            text={fitting}
            colour={ink}
            anchor="middle"
          />
        )}
      </>
    ),
  };
}

function panelLanes({ panels }: Heat): number {
  return new Set(panels.map(({ measure }) => measure.lane)).size;
}

/** Returns the lane and the value that distinguish a panel; empty if there is only one. */
function panelTitle(heat: Heat, { measure, level }: HeatPanel): string {
  return [
    ...(panelLanes(heat) > 1 ? [measure.lane === 'b' ? 'B' : 'A'] : []),
    ...(level && heat.panelFactor ? [levelName(heat.panelFactor, level.words)] : []),
  ].join(', ');
}

interface PanelProps {
  heat: Heat;
  panel: HeatPanel;
  box: Box;
  labels: number;
  cell: { width: number; height: number };
  palette: Palette;
}

/** Renders the title and the axes of a panel. */
function Panel({ heat, panel, box, labels, cell, palette }: PanelProps) {
  const bottom = box.y + box.height;
  const every = Math.ceil(
    (Math.max(...heat.columns.map(({ label }) => widthOf(label))) + 6) / cell.width,
  );
  const everyRow = Math.ceil(14 / cell.height);
  // If the labels do not fit side by side, label every second or third value.
  const named = heat.columns.filter((_, at) => at % every === 0);
  return (
    <g>
      <Label x={box.x} y={box.y - 24} text={panelTitle(heat, panel)} colour={palette.ink} bold />
      <Label
        x={box.x - labels}
        y={box.y - 7}
        text={`${heat.y.numeric ? '↑' : '↓'} ${heat.y.heading}`}
        hint={heat.y.path}
        colour={palette.quiet}
      />
      {heat.rows.map(({ level, label }, at) =>
        at % everyRow === 0 ? (
          <Label
            key={level}
            x={box.x - 6}
            y={box.y + (at + 0.5) * cell.height + 4}
            text={label}
            room={labels - 6}
            colour={palette.quiet}
            anchor="end"
          />
        ) : null,
      )}
      {named.map(({ level, label }) => (
        <Label
          key={level}
          x={box.x + (heat.columns.findIndex((it) => it.level === level) + 0.5) * cell.width}
          y={bottom + 16}
          text={label}
          room={cell.width * every + 4}
          colour={palette.quiet}
          anchor="middle"
        />
      ))}
      <Label
        x={box.x + box.width / 2}
        y={bottom + 34}
        text={`${heat.x.heading} →`}
        room={box.width}
        hint={heat.x.path}
        colour={palette.quiet}
        anchor="middle"
      />
    </g>
  );
}

interface LineProps {
  panel: HeatPanel;
  box: Box;
  cell: { width: number; height: number };
  palette: Palette;
}

/** Renders the line at the threshold, light beside dark, so that it is visible on every fill. */
function Line({ panel, box, cell, palette }: LineProps) {
  const path = stepLine(panel.kinds)
    .map(
      ({ x1, y1, x2, y2 }) =>
        `M${box.x + x1 * cell.width} ${box.y + y1 * cell.height}L${box.x + x2 * cell.width} ${box.y + y2 * cell.height}`,
    )
    .join('');
  return path === '' ? null : (
    <g fill="none" strokeLinecap="square" data-line="threshold">
      <path d={path} stroke={palette.ground} strokeWidth={5} />
      <path d={path} stroke={palette.ink} strokeWidth={2} />
    </g>
  );
}
