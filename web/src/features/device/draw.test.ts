// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { DeviceTime } from '../../engine/strip.ts';
import { REQUEST_HEAD, REQUEST_NUMBERS, type Machine } from '../../engine/types.ts';
import { drawDeviceTime } from './DeviceRows.tsx';
import { numberedParts, paintTile } from './TimeTotals.tsx';

/** The parts in the order of the engine; the page refers to them by name. */
const NAMES = ['seek', 'rotation', 'transfer', 'copying', 'flush', 'stall', 'overhead'] as const;
const BINS = 4;
const SIZE = { width: 40, height: 10 };

interface Painted {
  fill: string;
  x: number;
  top: number;
  width: number;
  height: number;
}

/** A canvas that records what is filled. */
function recordingCanvas() {
  const painted: Painted[] = [];
  const context = {
    fillStyle: '',
    fillRect(x: number, top: number, width: number, height: number) {
      painted.push({ fill: this.fillStyle, x, top, width, height });
    },
  };
  return { painted, context: context as unknown as CanvasRenderingContext2D };
}

/** A request of device 0 with the times of its parts by name. */
function request(start: number, times: Record<string, number>): Float64Array {
  const parts = NAMES.map((name) => times[name] ?? 0);
  const end = start + parts.reduce((sum, ns) => sum + ns, 0);
  const row = new Float64Array(REQUEST_NUMBERS);
  row.set([0, start, end]);
  row.set(parts, REQUEST_HEAD);
  return row;
}

/** Returns what is painted for requests. The fill of each part is the name of its colour in the style sheet. */
function paint(...requests: Float64Array[]): Painted[] {
  return paintUntil(400, ...requests);
}

function paintUntil(nowNs: number, ...requests: Float64Array[]): Painted[] {
  const machine = { device_time: () => new Float64Array(0), open_units: () => new Float64Array(0) };
  const time = new DeviceTime(1, BINS, 400);
  requests.forEach((row) => time.serve(row));
  const { spent } = time.told(machine as unknown as Machine, nowNs);
  const parts = numberedParts(NAMES);
  const fills = NAMES.map((name) => parts.find((part) => part.name === name)?.colour ?? '');
  const { painted, context } = recordingCanvas();
  drawDeviceTime(
    context,
    SIZE,
    { spent, device: 0, bins: BINS, fromNs: nowNs - 400, toNs: nowNs },
    parts,
    fills,
  );
  return painted;
}

test.each([
  ['seek', 'part-seek'],
  ['rotation', 'part-rotation'],
  ['transfer', 'part-transfer'],
  ['copying', 'part-copying'],
  ['flush', 'part-flush'],
  ['stall', 'part-stall'],
  ['overhead', 'part-overhead'],
])('time that went to %s is painted as %s', (name, colour) => {
  expect(paint(request(100, { [name]: 100 }))).toEqual([
    { fill: colour, x: 10, top: 0, width: 10, height: 10 },
  ]);
});

test('the stretch moves on with time: the oldest bin is at the left', () => {
  const row = request(600, { copying: 100 });
  expect(paintUntil(700, row).map(({ x }) => x)).toEqual([30]);
  expect(paintUntil(900, row).map(({ x }) => x)).toEqual([10]);
  expect(paintUntil(200, request(0, { seek: 100 })).map(({ x }) => x)).toEqual([20]);
});

test('parts stand on each other by their share of the bin, and idle time shows the ground', () => {
  const painted = paint(request(0, { seek: 20, transfer: 30 }));
  expect(painted).toEqual([
    { fill: 'part-transfer', x: 0, top: 7, width: 10, height: 3 },
    { fill: 'part-seek', x: 0, top: 5, width: 10, height: 2 },
  ]);
});

test('a device that serves several requests at once fills its strip and no more', () => {
  const painted = paint(request(0, { transfer: 100 }), request(0, { overhead: 300 }));
  const first = painted.filter(({ x }) => x === 0);
  expect(first.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(10);
  expect(Math.min(...first.map(({ top }) => top))).toBeCloseTo(0);
});

test('any two parts differ in colour and in what their pattern paints', () => {
  const parts = numberedParts(NAMES);
  expect(parts.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
  expect(new Set(parts.map(({ colour }) => colour)).size).toBe(parts.length);
  const tiles = parts.map(({ pattern }) => {
    const strokes: number[] = [];
    const brush = {
      fillRect: () => undefined,
      beginPath: () => undefined,
      stroke: () => undefined,
      moveTo: (...at: number[]) => strokes.push(...at),
      lineTo: (...at: number[]) => strokes.push(...at),
    };
    paintTile(brush as unknown as CanvasRenderingContext2D, pattern, '#000', '#fff');
    return strokes.join();
  });
  expect(new Set(tiles).size).toBe(parts.length);
});
