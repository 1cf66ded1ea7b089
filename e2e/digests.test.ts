import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { digestsIn, type Golden } from '../scripts/digests/passes.mjs';
import { encode_link, initSync } from '../web/src/engine/pkg/documents.js';
import { LabPage } from './lab-page.js';

function read(path: string): Buffer {
  return readFileSync(new URL(`../${path}`, import.meta.url));
}

function json(path: string): unknown {
  return JSON.parse(read(path).toString());
}

/**
 * Scenarios that together cover the kinds of machines, devices and programs. They run in the Lab's own workers. `npm
 * run digests` compares all scenarios.
 */
const KINDS = [
  'weiner-usb-small',
  'real-anon-hog-120pct-swap',
  'fsmark-xfs-512m',
  'hansen-round-robin',
  'kim-build',
  'teaching-machine',
];
const all = json('engine-wasm/engine/tests/digests.json') as Golden[];
const goldens = KINDS.flatMap((id) => all.find(({ gallery }) => gallery === id) ?? []);

test('there is a digest of every kind', () => {
  expect(goldens.map(({ gallery }) => gallery)).toEqual(KINDS);
});

test.beforeAll(() => {
  initSync({ module: read('web/src/engine/pkg/documents_bg.wasm') });
});

for (const [at, { gallery, with: fields, kernels }] of goldens.entries()) {
  const tag = at < 1 ? [] : ['@long'];
  test(`a worker in the browser ends as native code: ${gallery}`, { tag }, async ({ page }) => {
    const [kernel, run] = Object.entries(kernels)[0] ?? [];
    const file = json(`public/gallery/${gallery}.json`) as object;
    const link = encode_link(JSON.stringify({ ...file, ...fields, kernel }));
    const lab = new LabPage(page);
    await lab.open(`/#${link.replace(/^#/, '')}`);
    await lab.goTo(fields.until_ms / 1000);
    const [digest] = await lab.digests();
    expect(digest).toBe(digestsIn(run ?? '').at(-1));
  });
}
