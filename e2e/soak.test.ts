import { expect, test } from '@playwright/test';

import { play } from '../scripts/soak/monkey.mjs';

test(
  'a few seconds of playing at random end without an error, at the digests of a straight run',
  { tag: '@long' },
  async ({ page }, { project }) => {
    const { steps, troubles, digests } = await play(page, {
      seed: 2011,
      ms: 5_000,
      // Longer than the run, so there is one check, at the end.
      checkEveryMs: 60_000,
      warmUp: false,
      home: `${project.use.baseURL ?? ''}#weiner-usb-small~t=2s`,
    });
    expect(troubles, steps.join('\n')).toEqual([]);
    expect(digests).toBe(1);
    expect(steps.length).toBeGreaterThan(5);
  },
);
