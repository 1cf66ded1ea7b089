/** Pictures for paper and files: in the light theme's colours, with title and origin, and every mark in words. */
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { svgText } from '../../../widgets/chart/svg-chart.ts';
import { Label, textOf, type Drawing } from './drawing.tsx';
import { LIGHT } from './palette.ts';

const HEAD = 54;
const FOOT = 26;
const EDGE = 14;
const FONT = 'Helvetica, Arial, sans-serif';

/** Where a picture comes from. */
export interface PaperOrigin {
  title: string;
  engine: string;
}

/** A picture that nobody points at. */
export function StillDrawing({ drawing }: { drawing: Drawing }): ReactElement {
  const { width, height, label } = drawing;
  return (
    <svg
      className="study-still"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <Inside drawing={drawing} />
    </svg>
  );
}

function Inside({ drawing: { under, marks, over } }: { drawing: Drawing }): ReactElement {
  return (
    <>
      {under}
      {marks.map((mark) => (
        <g key={mark.key}>
          <title>{textOf(mark)}</title>
          {mark.shape}
        </g>
      ))}
      {over}
    </>
  );
}

/** The text of an SVG file. */
export function svgFile(drawing: Drawing, { title, engine }: PaperOrigin): string {
  const [width, height] = [drawing.width + 2 * EDGE, drawing.height + HEAD + FOOT];
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() =>
    root.render(
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        fontFamily={FONT}
      >
        <title>{`${title}: ${drawing.label}`}</title>
        <rect width={width} height={height} fill={LIGHT.ground} />
        <Label x={EDGE} y={22} text={title} room={drawing.width} colour={LIGHT.ink} bold />
        <Label x={EDGE} y={40} text={drawing.label} room={drawing.width} colour={LIGHT.quiet} />
        <g transform={`translate(${EDGE} ${HEAD})`}>
          <Inside drawing={drawing} />
        </g>
        <Label
          x={EDGE}
          y={height - 10}
          text={`Reclaim Lab ${engine}, simulated`}
          colour={LIGHT.quiet}
        />
      </svg>,
    ),
  );
  const svg = holder.querySelector('svg');
  const text = svg ? svgText(svg) : '';
  root.unmount();
  return text;
}
