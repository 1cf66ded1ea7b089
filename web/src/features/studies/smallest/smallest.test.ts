import { beforeAll, expect, test } from 'vitest';

import { gallery } from '../../../core/gallery/documents.ts';
import { Smallest } from '../../../engine/pkg/runs.js';
import { problemsOf } from '../../../engine/problems.ts';
import type { Scenario } from '../../../engine/types.ts';
import { startEngine } from '../testing.ts';
import {
  conditionText,
  isKept,
  refusalOf,
  startOf,
  wrongIn,
  wrongOf,
  type Row,
} from './condition.ts';
import type { FromSearcher } from './search.ts';
import { searchToEnd } from './steps.ts';

beforeAll(startEngine);

function teaching(): Scenario {
  const found = gallery.find(({ id }) => id === 'teaching-machine');
  if (!found) {
    throw new Error('no scenario');
  }
  return found.scenario;
}

function search(rows: readonly Row[], tries: number): FromSearcher[] {
  const heard: FromSearcher[] = [];
  let clockMs = 0;
  const document = JSON.stringify(teaching());
  searchToEnd(
    new Smallest(document, conditionText(rows), 1, tries),
    (message) => heard.push(message),
    () => (clockMs += 1),
  );
  return heard;
}

const scans: Row = { lane: '', measure: 'counter:pgscan_kswapd', sign: '>=', number: '100' };

test('the form begins with writes from reclaim in A and none in B, where there is a lane B', () => {
  expect(conditionText(startOf(teaching()).rows)).toBe(
    'a:counter:nr_vmscan_write >= 100, b:counter:nr_vmscan_write == 0',
  );
  expect(conditionText(startOf({}).rows)).toBe('a:counter:nr_vmscan_write >= 100');
});

test('rows become the text that the engine reads, whatever spaces were typed', () => {
  const ratio: Row = { lane: 'ratio:', measure: ' elapsed_seconds ', sign: '<', number: ' 0.95' };
  expect(conditionText([ratio, { ...scans, sign: '!=' }])).toBe(
    'ratio:elapsed_seconds < 0.95, a:counter:pgscan_kswapd != 100',
  );
});

test('what cannot be a condition is told at its part before the engine is asked', () => {
  const rows = [
    { ...scans, measure: ' ' },
    { ...scans, measure: 'task:a,b:cpu_seconds', number: '1e3' },
    { ...scans, number: '-.5' },
  ];
  const wrong = wrongIn({ rows, seeds: 1, tries: '1.5' });
  expect(wrong.map(({ row, part }) => [row, part])).toEqual([
    [0, 'measure'],
    [1, 'measure'],
    [1, 'number'],
    [null, 'tries'],
  ]);
});

test('what the engine says of a part stands at the row of that part', () => {
  const rows = [scans, { ...scans, measure: 'counter:nothing' }];
  let problems: ReturnType<typeof problemsOf> = [];
  try {
    search(rows, 1);
  } catch (error) {
    problems = problemsOf(error);
  }
  expect(wrongOf(problems)).toMatchObject([{ row: 1, part: 'measure' }]);
});

test('a search tells the scenario itself, each state, and in the end the smallest document', () => {
  const heard = search([scans], 20);
  const progress = heard.flatMap((message) =>
    message.kind === 'progress' ? [message.progress] : [],
  );
  expect([...new Set(progress.map(({ state }) => state))]).toEqual([
    'checking',
    'searching',
    'done',
  ]);
  const first = progress.find(({ state }) => state === 'searching');
  expect(first).toMatchObject({ tries: 0, pages: 384, programs: 3 });
  const last = heard.at(-1);
  const pages = progress.at(-1)?.pages ?? 0;
  expect(pages).toBeLessThan(384);
  const { machine } = JSON.parse(last?.kind === 'progress' ? last.document : '{}') as Scenario;
  expect(machine.zones.reduce((sum, zone) => sum + zone.present_pages, 0)).toBe(pages);
});

test('a refusal of the engine names the row, the present value, and a number that holds', () => {
  const much: Row = { ...scans, number: '1000000' };
  const rows = [scans, much];
  const last = search(rows, 1).at(-1);
  const problem = (last?.kind === 'progress' && last.progress.problem) || '';
  const { row, part, text, instead } = refusalOf(problem, rows);
  expect([row, part]).toEqual([1, 'number']);
  const value = /is (\d+), not >= 1000000 \(seed 1\)/.exec(text)?.[1];
  expect(instead).toEqual({ ...much, number: value });
  const again = search([scans, instead ?? much], 1).at(-1);
  expect(again).toMatchObject({ progress: { state: 'done' } });
});

test('a number that is offered instead is rounded so that the comparison holds', () => {
  const offered = (sign: Row['sign'], value: string) => {
    const row: Row = { lane: 'ratio:', measure: 'elapsed_seconds', sign, number: '2' };
    const { text, instead } = refusalOf(
      `ratio:elapsed_seconds is ${value}, not ${sign} 2 (seed 3)`,
      [row],
    );
    return instead ? `${instead.sign} ${instead.number}` : text;
  };
  expect(offered('>=', '1.0578')).toBe('>= 1.05');
  expect(offered('>', '0.98765')).toBe('>= 0.987');
  expect(offered('<', '2.0012')).toBe('<= 2.01');
  expect(offered('==', '1.0578')).toBe('== 1.0578');
  expect(offered('>=', '0')).toContain('Choose another measure');
});

test('a stored search of another shape is not taken', () => {
  const asked = startOf(teaching());
  expect(isKept({ link: 'teaching-machine', asked, found: null })).toBe(true);
  expect(isKept({ link: 'teaching-machine', asked: { ...asked, rows: [] }, found: null })).toBe(
    false,
  );
  expect(isKept({ link: 'teaching-machine', asked, found: { how: 'done' } })).toBe(false);
  expect(isKept(null)).toBe(false);
});
