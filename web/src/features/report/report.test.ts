// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { SampleHistory, SampleIndex } from '../../core/figures/history.ts';
import { metricsFor } from '../../core/figures/metrics.ts';
import { gallery } from '../../core/gallery/documents.ts';
import type { WholeCatalogue, Scenario } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { evidenceOf, factsOf, reportText, usualCharts } from './report.ts';

const catalogue: WholeCatalogue = {
  presets: [],
  mechanisms: [
    {
      id: 'evict_once',
      title: 'Evict once',
      explanation: '',
      source: '',
      posting: '',
      kernel: '',
      requires: [],
      excludes: [],
      assumed: false,
    },
  ],
  counters: [],
  gauges: [],
};
const kernels = { a: 'Linux 3.0', b: 'Linux 3.0 − Evict once' };

function scenario(): Scenario {
  const found = gallery.find(({ id }) => id === 'weiner-usb');
  if (!found) {
    throw new Error('no such scenario');
  }
  const against = {
    kernel: '3.0',
    interventions: [{ at_ns: 4.5e9, mechanism: 'evict_once', on: false }],
  };
  return { ...found.scenario, against };
}

/** All figures that a chart may read for a machine without zones. */
const METERED = [...wholeCatalogue.counters, ...wholeCatalogue.gauges].map(({ name }) => name);

/** A lane with this many direct reclaims; all other figures are 0. */
function lane(stalls: number) {
  const sample = METERED.map((name) => ({
    name,
    zone: null,
    kind: 'counter' as const,
  }));
  const history = new SampleHistory(sample.length);
  history.add(0, new Float64Array(sample.length));
  const now = new Float64Array(sample.length);
  now[METERED.indexOf('allocstall')] = stalls;
  const index = new SampleIndex(sample);
  return { description: { sample }, index, history, now, nowNs: 9e9, finished: false };
}

test('the setting tells all that it takes to run it again', () => {
  const facts = new Map(factsOf({ scenario: scenario(), kernels }, catalogue, 9e9));
  expect(facts.get('Scenario')).toBe('Copying 8 GiB to a USB stick');
  expect(facts.get('B')).toBe('Linux 3.0 − Evict once');
  expect(facts.get('Switched during the run')).toBe('Evict once off in B at 4.5 s');
  expect(facts.get('Compared at')).toBe('9.0 s of virtual time, seed 1');
});

test('a report begins with the usual charts, except those that are empty', () => {
  expect(usualCharts(metricsFor([]), { a: lane(0), b: lane(50) })).toEqual(['allocstall']);
  const more = { ...lane(50), now: lane(0).now.map(() => 1) };
  const charts = ['throughput', 'nr_vmscan_write', 'allocstall', 'efficiency'];
  expect(usualCharts(metricsFor([]), { a: lane(0), b: more })).toEqual(charts);
  expect(usualCharts(metricsFor([]), { a: lane(0), b: lane(0) })).toEqual([]);
});

test('evidence has both lanes and what B is against A', () => {
  const rows = evidenceOf(metricsFor([]), { a: lane(200), b: lane(50) });
  expect(rows.find(({ id }) => id === 'allocstall')).toMatchObject({
    values: { a: '200', b: '50' },
    change: '−75 %',
  });
});

test('evidence has the elapsed time of a lane that has ended, and its spread if all runs have', () => {
  const ended = (seconds: number) => ({ ...lane(0), nowNs: seconds * 1e9, finished: true });
  expect(evidenceOf([], { a: lane(0), b: lane(0) })).toEqual([]);
  expect(evidenceOf([], { a: lane(0), b: ended(6) })).toMatchObject([
    { title: 'Elapsed time', values: { a: 'over 9.0 s', b: '6.0 s' }, change: '' },
  ]);
  const pair = { a: ended(12), b: ended(6) };
  expect(evidenceOf([], pair, [{ a: ended(10), b: ended(7) }])).toMatchObject([
    {
      values: { a: '12.0 s', b: '6.0 s' },
      change: '−50 %',
      spread: { a: '11.0 s [10.0 s, 12.0 s]', b: '6.5 s [6.0 s, 7.0 s]', change: 'less in 2 of 2' },
    },
  ]);
  // A run that was stopped at the time of the page would make the spread too small.
  expect(evidenceOf([], pair, [{ a: lane(0), b: ended(7) }])[0]?.spread).toBeNull();
});

test('the text has the spread over the seeds where others were run', () => {
  const origin = { scenario: scenario(), link: '', engineVersion: '', kernels };
  const pair = { a: lane(200), b: lane(50) };
  const evidence = evidenceOf(metricsFor([]), pair, [{ a: lane(300), b: lane(70) }]);
  const text = reportText(
    { question: '', claim: '' },
    [],
    origin,
    [],
    pair,
    { a: null, b: null },
    evidence,
  );
  expect(text).toMatch(/^Median \[least, most\] +A +B +B vs\. A$/m);
  expect(text).toMatch(/^allocstall, times +250 \[200, 300\] +60 \[50, 70\] +less in 2 of 2$/m);
});

test('the text has question, claim, setting, digests and the comparison', () => {
  const origin = { scenario: scenario(), link: 'https://x/#v1', engineVersion: '1.2.3', kernels };
  const position = METERED.indexOf('allocstall');
  const column = { zone: null, kind: 'counter' as const, beside: false, explanation: '', position };
  const text = reportText(
    { question: 'Backport it?', claim: 'Stalls fall to a quarter.' },
    factsOf(origin, catalogue, 9e9),
    origin,
    [{ ...column, name: 'allocstall' }],
    { a: lane(200), b: lane(50) },
    { a: 'aa', b: 'bb' },
  );
  expect(text).toMatch(/^Question: Backport it\?\nClaim: Stalls fall to a quarter\.\n\nScenario /);
  expect(text).toContain('A aa, B bb');
  expect(text).toMatch(/allocstall +200 +50 +-150 +\(25\.00\)/);
  expect(text).toContain('https://x/#v1');
  // Mail programs may use fonts without a true minus.
  expect(text).not.toContain('−');
});

test('without words of its own the text begins with the setting', () => {
  const origin = { scenario: scenario(), link: '', engineVersion: '', kernels };
  const pair = { a: lane(1), b: lane(1) };
  const facts = factsOf(origin, catalogue, 0);
  const text = reportText({ question: '', claim: '' }, facts, origin, [], pair, {
    a: null,
    b: null,
  });
  expect(text.startsWith('Scenario ')).toBe(true);
});
