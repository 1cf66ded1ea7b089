/** Small lanes for tests. */
import type { WholeCatalogue, Description } from '../../engine/types.ts';
import { SampleHistory } from '../figures/history.ts';
import type { LaneSamples } from './counters.ts';

const SAMPLE: Description['sample'] = [
  { name: 'nr_dirty', zone: 'DMA32', kind: 'gauge' },
  { name: 'nr_dirty', zone: null, kind: 'gauge' },
  { name: 'pgscan_kswapd', zone: 'DMA32', kind: 'counter' },
  { name: 'allocstall', zone: null, kind: 'counter' },
  { name: 'pgscan_kswapd', zone: null, kind: 'counter' },
];

/** What the names mean. */
export const CATALOGUE: WholeCatalogue = {
  presets: [],
  mechanisms: [],
  counters: [
    { name: 'allocstall', explanation: 'Direct reclaims.' },
    { name: 'pgscan_kswapd', explanation: 'Pages that kswapd looked at.' },
  ],
  gauges: [{ name: 'nr_dirty', explanation: 'Dirty file pages.' }],
};

/** A lane with a sample a second; the last one is now, and history does not hold it yet. */
export function lane(...samples: number[][]): LaneSamples {
  const history = new SampleHistory(SAMPLE.length);
  samples.slice(0, -1).forEach((sample, second) => {
    history.add(second * 1e9, Float64Array.from(sample));
  });
  return {
    description: { sample: SAMPLE },
    history,
    now: Float64Array.from(samples.at(-1) ?? []),
    nowNs: (samples.length - 1) * 1e9,
  };
}
