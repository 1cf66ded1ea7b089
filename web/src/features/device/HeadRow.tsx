/** Where a device's head went, under its row. */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme/theme.ts';
import { useLit } from '../../core/lab/highlight.ts';
import { lab } from '../../core/lab/lab.ts';
import { ticks, useTick } from '../../core/time/ticks.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { drawHead, summarise } from '../../widgets/chart/head-chart.ts';
import type { ActivityRow } from './activity.ts';
import { shownColours } from './shown-colours.ts';

const HEIGHT = 34;

/** The requests as they were merged: across time, up the disk, coloured by who sent them. */
export function HeadRow({ row, device }: { row: ActivityRow; device: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useTick('tables');
  const { lane, states, name } = row;
  const summary = summarise(lab.lanes.state(lane)?.requests ?? new Float64Array(0), device);
  const text =
    summary === null
      ? 'no request'
      : `${formatCount(summary.count)} requests of ${formatCount(summary.meanKb)} kB on average; between two ` +
        `the head moves ${formatCount(summary.medianSeek * 4)} kB (median)`;
  const lit = useLit((store) => store.lit);
  useEffect(() => {
    const colours = shownColours(states, lit, colourOf('page-free'));
    const draw = () => {
      const element = canvas.current;
      const context = element && fitCanvas(element, element.clientWidth, HEIGHT);
      const { strip, requests } = lab.lanes.state(lane) ?? {};
      if (element && context && strip && requests) {
        const size = { width: element.clientWidth, height: HEIGHT };
        drawHead(context, size, requests, device, strip, colours);
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [lane, device, states, dark, lit]);
  return (
    <>
      <span className="strip-label head-label">head</span>
      <canvas
        ref={canvas}
        className="strip head-strip"
        role="img"
        title={`${name} (${lane.toUpperCase()}): ${text}. Low blocks at the foot.`}
        aria-label={`Head of ${name} (${lane.toUpperCase()}): ${text}`}
      />
    </>
  );
}
