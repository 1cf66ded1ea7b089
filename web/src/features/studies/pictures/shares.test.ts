import { expect, test } from 'vitest';

import type { Ablation, StudyResult } from '../../../engine/generated/scenario.ts';
import { LIGHT } from './values.ts';
import { drawShares } from './ShareBars.tsx';
import { ablationSentence, pairLines, partWords, pointWith, shareRows } from './shares.ts';
import { measureOf } from '../measures.ts';
import { FACTORS, resultOf } from '../testing.ts';

const elapsed = measureOf('elapsed_seconds');

/** The posting's copy to a USB stick, scaled down: gfp_write has an effect only together with per_zone_dirty. */
const ablation: Ablation = {
  none: 210,
  all: 150,
  shares: [
    { shapley: -30, error: null, alone: 0, last: null, least: null, most: null },
    { shapley: -36, error: null, alone: null, last: -66, least: null, most: null },
    { shapley: 6, error: null, alone: 9, last: 3, least: null, most: null },
  ],
  pairs: [{ one: 0, other: 2, interaction: 0 }],
};

function study(more: Partial<Ablation> = {}, seconds: Record<number, number[]> = {}): StudyResult {
  // per_zone_dirty is only possible with gfp_write.
  const sets = [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [1, 1, 1]]; // prettier-ignore
  const values = [[210], [210], [219], [144], [219], [150]];
  return resultOf({
    factors: ['gfp_write', 'per_zone_dirty', 'dirty_reserves'].map(FACTORS.switch),
    design: { kind: 'ablation', orders: 20 },
    points: sets.map((levels, at) => ({
      levels,
      a: { elapsed_seconds: seconds[at] ?? values[at] ?? [] },
    })),
    ablation: { elapsed_seconds: { ...ablation, ...more } },
  });
}

test('the sentence goes from none to all, and names those that make most of the difference', () => {
  expect(ablationSentence(study(), elapsed)).toBe(
    'With none of the three mechanisms on, the run takes 210 s; with all of them, 150 s (−29 %). ' +
      'per_zone_dirty and gfp_write together account for 110 % of the difference; dirty_reserves works against it and costs 10 % of it.',
  );
});

test('one mechanism can make the difference alone', () => {
  const shares = [{ ...ablation.shares[0]!, shapley: -60 }, ...[0, 0].map((shapley) => ({ ...ablation.shares[2]!, shapley }))]; // prettier-ignore
  expect(ablationSentence(study({ shares }), elapsed)).toContain(
    'gfp_write accounts for 100 % of the difference.',
  );
});

test('a study without effect says so', () => {
  const shares = ablation.shares.map((share) => ({ ...share, shapley: 0 }));
  expect(ablationSentence(study({ all: 210, shares }), elapsed)).toContain(
    'They make no difference.',
  );
});

test('where the seeds of none and all overlap, the difference may be chance', () => {
  const apart = study({}, { 0: [209, 210, 211], 5: [149, 150, 151] });
  expect(ablationSentence(apart, elapsed)).not.toContain('chance');
  const mixed = study({}, { 0: [140, 210, 220], 5: [149, 150, 151] });
  expect(ablationSentence(mixed, elapsed)).toContain('the difference may be chance');
});

test('where not all can be on together, the sentence says as many as can be', () => {
  const result = study();
  const fewer = { ...result, points: result.points.slice(0, -1) };
  expect(ablationSentence(fewer, elapsed)).toContain('with as many as can be on together, 150 s');
});

test('without the run with none on there are no shares, and the sentence says why', () => {
  expect(ablationSentence({ ...study(), ablation: {} }, elapsed)).toContain('all mechanisms off');
});

test('shares are of the whole effect, the largest first whatever its sign', () => {
  const rows = shareRows(['a', 'b', 'c'], ablation);
  expect(rows.map(({ name, part }) => [name, part])).toEqual([['b', 0.6], ['a', 0.5], ['c', -0.1]]); // prettier-ignore
  expect(shareRows(['a', 'b', 'c'], { ...ablation, all: 210 })[0]?.part).toBeNull();
});

test('a combination is found by exactly the mechanisms that are on', () => {
  const { points } = study();
  expect([[], [0], [0, 1], [0, 1, 2], [1]].map((on) => pointWith(points, on))).toEqual([0, 1, 3, 5, null]); // prettier-ignore
});

test('a mechanism that needs another is listed with what both do and what the other does alone', () => {
  expect(pairLines(study(), elapsed)).toEqual([
    {
      key: '1-0',
      text: 'per_zone_dirty cannot be on without gfp_write: both −66 s, gfp_write alone ±0 s',
      point: 3,
    },
  ]);
});

test('pairs whose effects do not add up are listed with the sign of what they add', () => {
  const pairs = [{ one: 0, other: 2, interaction: -20 }, { one: 0, other: 1, interaction: 0.5 }]; // prettier-ignore
  const lines = pairLines(study({ pairs }), elapsed);
  expect(lines[1]?.text).toBe(
    'gfp_write and dirty_reserves: together −20 s in addition to their separate effects',
  );
  expect(lines).toHaveLength(2);
});

/** Returns, for each mechanism, on which side of zero its bar is, and how long the bar is. */
function bars(result: StudyResult) {
  const { marks } = drawShares(result, 'elapsed_seconds', 800, LIGHT);
  return marks.map(({ title, shape }) => {
    const found: Record<string, unknown>[] = [];
    const walk = (node: unknown): void => {
      if (Array.isArray(node)) {
        node.forEach(walk);
      } else if (node !== null && typeof node === 'object' && 'props' in node) {
        const props = node.props as Record<string, unknown>;
        if ('data-bar' in props) {
          found.push(props);
        }
        walk(props['children']);
      }
    };
    walk(shape);
    const [bar = {}] = found;
    return {
      title,
      side: bar['data-bar'],
      fill: bar['fill'],
      from: Number(bar['x']),
      to: Number(bar['x']) + Number(bar['width']),
    };
  });
}

test('bars reach left of zero for less and right of it for more, with the colours of less and more', () => {
  const [zone, write, reserves] = bars(study());
  expect([zone?.side, write?.side, reserves?.side]).toEqual(['less', 'less', 'more']);
  expect([zone?.fill, reserves?.fill]).toEqual([LIGHT.low, LIGHT.high]);
  expect(zone?.to).toBeCloseTo(reserves?.from ?? 0);
  expect((zone?.to ?? 0) - (zone?.from ?? 0)).toBeCloseTo(
    6 * ((reserves?.to ?? 0) - (reserves?.from ?? 0)),
  );
});

test('a bar says its share, what it does alone and last, and opens the run with it alone', () => {
  const { marks } = drawShares(study(), 'elapsed_seconds', 800, LIGHT);
  const write = marks.find(({ title }) => title.endsWith('(gfp_write)'));
  expect(write?.facts).toEqual([
    ['share of the effect', '−30 s (50 %)'],
    ['alone', '±0 s'],
    ['last', 'the others cannot be on without it'],
  ]);
  expect([write?.point, write?.opens]).toEqual([1, 'gfp_write alone']);
  const zone = marks.find(({ title }) => title.endsWith('(per_zone_dirty)'));
  expect([zone?.point, zone?.opens]).toEqual([5, 'all mechanisms on']);
});

test('all marks and the ends of ranges are inside the axis', () => {
  const shares = ablation.shares.map((share) => ({ ...share, error: 70 }));
  const { marks } = drawShares(study({ shares }), 'elapsed_seconds', 800, LIGHT);
  const ends = marks.flatMap(
    ({ shape }) =>
    JSON.stringify(shape).match(/"M([\d.]+) [\d.]+H([\d.]+)M/)?.slice(1).map(Number) ?? [], // prettier-ignore
  );
  expect(ends).toHaveLength(6);
  expect(Math.min(...ends)).toBeGreaterThan(100);
  expect(Math.max(...ends)).toBeLessThan(800 - 92);
});

test('what works against a gain costs something, what works against a loss undoes it', () => {
  expect(partWords(-0.081, ablation, elapsed)).toBe('costs 8.1 %');
  expect(partWords(-0.081, { ...ablation, all: 300 }, elapsed)).toBe('undoes 8.1 %');
  expect(partWords(0.5, ablation, elapsed)).toBe('50 %');
});

test('a sampled share has its standard error', () => {
  const shares = ablation.shares.map((share) => ({ ...share, error: 2.5 }));
  const { marks } = drawShares(study({ shares }), 'elapsed_seconds', 800, LIGHT);
  expect(marks[0]?.facts).toContainEqual(['standard error', '±2.5 s']);
});

test('while sets are missing, shares are preliminary; without the set with all on there are none', () => {
  const some = study({}, { 3: [] });
  expect(ablationSentence(some, elapsed)).toMatch(
    /Preliminary: 5 of 6 sets of mechanisms have a value\.$/,
  );
  const last = study({}, { 5: [] });
  expect(ablationSentence(last, elapsed)).toBe(
    'Preliminary: 5 of 6 sets of mechanisms have a value. The shares need a value for the set with all mechanisms on, which has none yet.',
  );
  expect(drawShares(last, 'elapsed_seconds', 800, LIGHT).marks).toEqual([]);
});
