/** A canvas that records what is drawn and in which colour. */

/** One drawn item. */
export interface Drawn {
  what: 'line' | 'area' | 'text';
  colour: string;
  alpha: number;
  dashed: boolean;
  text: string;
  /** Corners of a line or area, or the position of a text. */
  points: [x: number, y: number][];
}

interface State {
  strokeStyle: string;
  fillStyle: string;
  lineWidth: number;
  globalAlpha: number;
  font: string;
}

/** Returns the context, and the list of what is drawn with it. */
export function recordingContext(): { context: CanvasRenderingContext2D; drawn: Drawn[] } {
  const drawn: Drawn[] = [];
  let points: [number, number][] = [];
  let dashed = false;
  const state: State = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    font: '10px sans-serif',
  };
  const put = (what: Drawn['what'], colour: string, text = '', at = points) => {
    drawn.push({ what, colour, alpha: state.globalAlpha, dashed, text, points: [...at] });
  };
  const nothing = () => undefined;
  const point = (x: number, y: number) => {
    points.push([x, y]);
  };
  const calls = {
    beginPath: () => {
      points = [];
    },
    moveTo: point,
    lineTo: point,
    stroke: () => put('line', state.strokeStyle),
    fill: () => put('area', state.fillStyle),
    fillText: (text: string, x: number, y: number) => put('text', state.fillStyle, text, [[x, y]]),
    setLineDash: (dashes: number[]) => {
      dashed = dashes.length > 0;
    },
    measureText: (text: string) => ({ width: text.length * 6 }),
    clearRect: () => {
      drawn.length = 0;
    },
    save: nothing,
    restore: nothing,
    rect: nothing,
    clip: nothing,
    arc: nothing,
    fillRect: nothing,
    strokeText: nothing,
    setTransform: nothing,
  };
  return { context: Object.assign(state, calls) as unknown as CanvasRenderingContext2D, drawn };
}
