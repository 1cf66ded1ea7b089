// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { REQUEST_HEAD, REQUEST_NUMBERS } from '../../engine/types.ts';
import { unitsOf } from './DeviceRows.tsx';
import { noteText, sharesOf, shareTexts } from './TimeTotals.tsx';
import {
  describeRequest,
  reasonsFor,
  requestAt,
  requestsOf,
  stepTo,
  type DeviceRequest,
} from './request.ts';

const NAMES = ['seek', 'rotation', 'transfer', 'copying', 'flush', 'stall', 'overhead'] as const;
const ORIGINS = ['flusher', 'kswapd'];
const UNIT = 1024;

function request(
  more: Partial<Omit<DeviceRequest, 'parts'>>,
  times: Record<string, number> = {},
): DeviceRequest {
  const parts = NAMES.map((name) => times[name] ?? 0);
  const startNs = more.startNs ?? 0;
  const took = parts.reduce((sum, ns) => sum + ns, 0);
  const base = { block: 100, pages: 1, origin: 0, write: true, from: 100, copied: 0, closed: null };
  return { ...base, ...more, startNs, endNs: startNs + took, parts };
}

test('the numbers of the engine become a request of its device', () => {
  const one = new Float64Array(REQUEST_NUMBERS);
  one.set([1, 5, 9, 700, 30, 2, 1, 1, 650, 12, 0]);
  one.set([1, 0, 2, 1, 0, 0, 0], REQUEST_HEAD);
  const other = one.slice();
  other.set([0]);
  other.set([-1], 10);
  const [found, ...more] = requestsOf(Float64Array.of(...one, ...other), 1);
  expect(more).toEqual([]);
  expect(found).toEqual({
    ...{ startNs: 5, endNs: 9, block: 700, pages: 30, origin: 1, write: true, from: 650 },
    ...{ copied: 12, closed: 0, parts: [1, 0, 2, 1, 0, 0, 0] },
  });
  expect(requestsOf(other, 0)[0]?.closed).toBeNull();
});

test('a request says who asked for what, what it cost, and why', () => {
  const copied = request(
    { block: 815 * UNIT + 3, pages: 30, origin: 1, from: 812 * UNIT, copied: 1003, closed: 812 },
    { copying: 450e6, transfer: 8e6 },
  );
  expect(noteText(copied, NAMES, ORIGINS, UNIT)).toBe(
    'kswapd: write of 30 pages (120 KiB) at block 834,563, 458 ms: copying in flash 450 ms, transfer 8 ms. ' +
      'Closed unit 812: copied 1,003 pages inside the stick, because the write to unit 815 did not continue an open unit. ' +
      'Starts 12 MiB after the end of the last request.',
  );
});

test('copying is explained by what the write did to the units', () => {
  const why = (more: Partial<DeviceRequest>) =>
    reasonsFor(request(more, { copying: 16e6 }), NAMES, UNIT)[0];
  expect(why({ block: 3 * UNIT + 9, copied: 1, closed: 3 })).toBe(
    'Closed unit 3: copied 1 page inside the stick, because the write did not continue where the last write to this unit ended.',
  );
  expect(why({})).toBe('Switch to another allocation unit: 16 ms.');
});

test('a disk tells its seek and its rotation, and a stream that it had none', () => {
  const why = (from: number, times: Record<string, number>) =>
    reasonsFor(request({ from }, times), NAMES, 0);
  expect(why(100, { transfer: 5 })).toEqual(['Continues where the last request ended: no seek.']);
  const far = 100 + 12 * 262_144;
  expect(why(far, { seek: 6.1e6, rotation: 4.2e6 })).toEqual([
    'Seek over 12 GiB: 6.1 ms.',
    'Rotation to the block: 4.2 ms.',
  ]);
  expect(why(0, { stall: 30e6 }).at(-1)).toBe('The device stalled: 30 ms.');
  expect(why(90, { flush: 2e6 }).at(-1)).toBe('Flush of the device cache to the medium: 2 ms.');
  expect(describeRequest(request({ write: false }))).toBe('read of 1 page (4 KiB) at block 100');
});

test('pointing finds the request of a moment, or the nearest', () => {
  const requests = [10, 30, 50].map((startNs) => request({ startNs }, { transfer: 10 }));
  expect(requestAt(requests, 35)).toBe(requests[1]);
  expect(requestAt(requests, 44)).toBe(requests[1]);
  expect(requestAt(requests, 47)).toBe(requests[2]);
  expect(requestAt([], 47)).toBeNull();
});

test('arrows go from request to request, up and down to those that lost time', () => {
  const [slow, fast, seeks, last] = [{ copying: 9 }, {}, { seek: 9 }, {}].map((times, at) =>
    request({ startNs: at * 100 }, { transfer: 4, ...times }),
  ) as [DeviceRequest, DeviceRequest, DeviceRequest, DeviceRequest];
  const all = [slow, fast, seeks, last];
  const step = (from: DeviceRequest, key: string) => stepTo(all, from, key, NAMES);
  expect(step(fast, 'ArrowLeft')).toBe(slow);
  expect(step(slow, 'ArrowLeft')).toBe(slow);
  expect(step(fast, 'ArrowRight')).toBe(seeks);
  expect(step(last, 'ArrowRight')).toBe(last);
  expect(step(last, 'ArrowUp')).toBe(seeks);
  expect(step(seeks, 'ArrowUp')).toBe(slow);
  expect(step(slow, 'ArrowUp')).toBe(slow);
  expect(step(slow, 'ArrowDown')).toBe(seeks);
  expect(step(fast, 'Home')).toBe(slow);
  expect(step(fast, 'End')).toBe(last);
  expect(step(fast, 'x')).toBeUndefined();
  // The first requests are not kept any more.
  expect(stepTo([seeks, last], slow, 'ArrowRight', NAMES)).toBe(last);
});

test('requests that a device serves at the same time are passed one by one', () => {
  const rows = [3, 1, 2].map((block) => {
    const row = new Float64Array(REQUEST_NUMBERS);
    row.set([0, 5, 9, block]);
    return row;
  });
  const all = requestsOf(Float64Array.from(rows.flatMap((row) => [...row])), 0);
  const [one, two, three] = all as [DeviceRequest, DeviceRequest, DeviceRequest];
  expect(all.map(({ block }) => block)).toEqual([1, 2, 3]);
  expect(stepTo(all, one, 'ArrowRight', NAMES)).toBe(two);
  expect(stepTo(all, two, 'ArrowRight', NAMES)).toBe(three);
  expect(stepTo(all, three, 'ArrowLeft', NAMES)).toBe(two);
});

test('totals are shares of the time in the device, the largest first, and only of what occurred', () => {
  const shares = sharesOf(Float64Array.of(50, 10, 0, 30, 60, 0, 0, 0), NAMES);
  expect(shares.map(({ part, share }) => [part.name, share])).toEqual([
    ['copying', 0.6],
    ['transfer', 0.3],
    ['seek', 0.1],
  ]);
  expect(sharesOf(new Float64Array(8), NAMES)).toEqual([]);
  expect(shareTexts([0.996, 0.004])).toEqual(['over 99 %', 'under 1 %']);
  expect(shareTexts([1])).toEqual(['100 %']);
  expect(shareTexts([])).toEqual([]);
});

test('the shares of a whole add up to 100 %', () => {
  expect(shareTexts([0.646, 0.307, 0.047])).toEqual(['64 %', '31 %', '5 %']);
  expect(shareTexts([1 / 3, 1 / 3, 1 / 3])).toEqual(['34 %', '33 %', '33 %']);
});

test('open units come in the order of their numbers, with the one that was written last', () => {
  expect(unitsOf(Float64Array.of(UNIT, 9, 100, 0, 4, 7, 1))).toEqual({
    pages: UNIT,
    open: [
      { number: 4, written: 7, random: true, last: true },
      { number: 9, written: 100, random: false, last: false },
    ],
  });
  expect(unitsOf(Float64Array.of(UNIT))?.open).toEqual([]);
  expect(unitsOf(new Float64Array(0))).toBeNull();
});
