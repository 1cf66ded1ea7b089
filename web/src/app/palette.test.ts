import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { bytesOf } from '../engine/renderer.ts';
import { PAGE_STATES } from '../engine/types.ts';

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

/**
 * Matrices for each kind of colour vision, in linear RGB. The three deficiencies are at full severity, after Machado,
 * Oliveira and Fernandes (2009), “A Physiologically-based Model for Simulation of Color Vision Deficiency”;
 * achromatopsia keeps luminance only.
 */
const VISIONS: Record<string, Matrix> = {
  common: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  achromatopsia: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

/**
 * Minimum distance of two states in OKLab. A distance of 0.02 is just visible between two large areas, and cells are
 * small.
 */
const LEAST: Record<string, number> = {
  common: 0.11,
  protanopia: 0.085,
  deuteranopia: 0.085,
  tritanopia: 0.085,
  // This distance is smaller, because eight greys must fit between the background and white.
  achromatopsia: 0.04,
};

/** Minimum distance of two parts of a device's time. The parts also have patterns, for people who see no colours. */
const LEAST_OF_PARTS = 0.11;

const styles = (path: string) =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const tokens = styles('../base/styles/tokens.css');
const ofDevices = styles('../features/device/device.css');

/**
 * Returns the names and colours that match the pattern: first those of the light theme, then those of the dark theme,
 * each in the order of the style sheet.
 */
function palettesIn(sheet: string, colours: RegExp): [string, string][][] {
  const found = [...sheet.matchAll(colours)];
  const all = found.map(([, name = '', colour = '']): [string, string] => [name, colour]);
  return [all.slice(0, all.length / 2), all.slice(all.length / 2)];
}

const palettes = () => palettesIn(tokens, /--page-([a-z-]+): (#[0-9a-f]{6})/g);
const partPalettes = () => palettesIn(ofDevices, /--part-(?!pattern)([a-z-]+): (#[0-9a-f]{6})/g);

function times(matrix: Matrix, [x, y, z]: Vector): Vector {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Vector;
}

function linear(colour: string): Vector {
  return bytesOf(colour).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Vector;
}

/** Converts linear RGB to Ottosson's OKLab. */
function okLab(rgb: Vector): Vector {
  const inside = rgb.map((share) => Math.min(1, Math.max(0, share))) as Vector;
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    inside,
  ).map(Math.cbrt) as Vector;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Returns the smallest distance between two states, and the names of these two. */
function closest(palette: [string, string][], vision: Matrix): [number, string] {
  const seen = palette.map(([, colour]) => okLab(times(vision, linear(colour))));
  const pairs = seen.flatMap((one, i) =>
    seen.slice(i + 1).map((other, k): [number, string] => {
      const [from = 0, to = 0, along = 0] = one.map((part, axis) => part - (other[axis] ?? 0));
      return [Math.hypot(from, to, along), `${palette[i]?.[0]}, ${palette[i + 1 + k]?.[0]}`];
    }),
  );
  return pairs.sort(([one], [other]) => one - other)[0] ?? [0, ''];
}

test('both themes have a colour for every state of a page', () => {
  for (const palette of palettes()) {
    const names = palette.map(([state]) =>
      state.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()),
    );
    expect(names.sort()).toEqual([...PAGE_STATES].sort());
  }
});

test.each(Object.keys(VISIONS))('any two states of a page are told apart: %s', (name) => {
  for (const palette of palettes()) {
    const [distance, pair] = closest(palette, VISIONS[name] as Matrix);
    expect(distance, pair).toBeGreaterThan(LEAST[name] ?? 1);
  }
});

test.each(Object.keys(VISIONS).filter((name) => name !== 'achromatopsia'))(
  'any two parts of the time of a device are told apart: %s',
  (name) => {
    for (const palette of partPalettes()) {
      expect(palette.length).toBeGreaterThan(5);
      const [distance, pair] = closest(palette, VISIONS[name] as Matrix);
      expect(distance, pair).toBeGreaterThan(LEAST_OF_PARTS);
    }
  },
);

test('colours that are known to be confused are found out', () => {
  const red: [string, string][] = [
    ['red', '#a05000'],
    ['green', '#5a7000'],
  ];
  const [distance] = closest(red, VISIONS['deuteranopia'] as Matrix);
  expect(distance).toBeLessThan(0.085);
});
