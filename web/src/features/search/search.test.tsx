import { describe, expect, it } from 'vitest';

import { find, type SearchGround } from './SearchDialog.tsx';

const zone = (name: string, base_pfn: number, frames: number) => ({
  name,
  base_pfn,
  frames,
  min: 0,
  low: 0,
  high: 0,
  protection: [],
  present: frames,
});

const ground: SearchGround = {
  zones: [zone('DMA', 16, 4000), zone('Normal', 0x10_0000, 100_000)],
  tasks: ['kswapd0', 'dd-1', 'dd-2'],
  counters: [
    { name: 'allocstall', explanation: 'Times that a task reclaimed for itself.' },
    { name: 'pgrotated', explanation: 'Pages moved to the tail after their write.' },
  ],
  marks: {
    a: [{ name: 'first_direct_reclaim', at_ns: 4e9, text: 'first direct reclaim', kind: 'moment' }],
    b: [],
  },
  endNs: 60e9,
};

describe('the search', () => {
  it('takes a physical number or a zone with a frame for a page', () => {
    expect(find('0x100010', ground)[0]).toMatchObject({ kind: 'page', zone: 'Normal', frame: 16 });
    expect(find('pfn 17', ground)[0]).toMatchObject({ kind: 'page', zone: 'DMA', frame: 1 });
    expect(find('normal/99999', ground)[0]).toMatchObject({ zone: 'Normal', frame: 99_999 });
    expect(find('normal 100000', ground)).toEqual([]);
    expect(find('0xFFFFFFFF', ground)).toEqual([]);
  });

  it('takes a time for a moment, up to the end of the run', () => {
    expect(find('12.5 s', ground)[0]).toMatchObject({ kind: 'moment', atNs: 12.5e9 });
    expect(find('300ms', ground)[0]).toMatchObject({ atNs: 3e8 });
    expect(find('900 s', ground)[0]).toMatchObject({ atNs: 60e9 });
  });

  it('finds tasks, marks and counters by a part of their name or what they mean', () => {
    expect(find('dd', ground).map(({ title }) => title)).toEqual(['dd-1', 'dd-2']);
    expect(find('direct', ground)[0]).toMatchObject({ kind: 'moment', atNs: 4e9 });
    expect(find('tail', ground)[0]).toMatchObject({ kind: 'counter', name: 'pgrotated' });
    expect(find('nothing of the kind', ground)).toEqual([]);
  });

  it('offers the moments while nothing is typed', () => {
    expect(find(' ', ground).map(({ kind }) => kind)).toEqual(['moment']);
  });
});
