/** The colour and the pattern of a part, as the strip has them. */
import { useEffect, useRef, type ReactElement } from 'react';

import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { colourOf, useTheme } from '../../base/theme/theme.ts';
import { fillOf } from './patterns.ts';
import type { TimePart } from './time-parts.ts';

const WIDTH = 15;
const HEIGHT = 10;

/** The swatch. */
export function PartSwatch({ part }: { part: TimePart }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  const { pattern, colour } = part;
  useEffect(() => {
    const element = canvas.current;
    const context = element && fitCanvas(element, WIDTH, HEIGHT);
    if (context) {
      context.fillStyle = fillOf(context, pattern, colourOf(colour), colourOf('part-pattern'));
      context.fillRect(0, 0, WIDTH, HEIGHT);
    }
  }, [pattern, colour, dark]);
  return <canvas ref={canvas} className="part-swatch" aria-hidden="true" />;
}
