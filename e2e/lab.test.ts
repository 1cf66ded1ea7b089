import { expect, test } from '@playwright/test';

import { coloursIn, LabPage, linkOf, RUN_MS, soon } from './lab-page.js';

test('the page opens into two lanes that play and fill', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  for (const lane of ['a', 'b'] as const) {
    const frames = ['DMA', 'DMA32', 'Normal'].map((zone) => lab.pages(lane, zone, 'present'));
    const present = (await Promise.all(frames)).reduce((sum, pages) => sum + pages, 0);
    expect(present).toBe(959_900);
    await soon(() => lab.nowNs(lane)).toBeGreaterThan(1e9);
    await soon(() => lab.pages(lane, 'DMA32', 'nr_inactive_file'), {
      timeout: 40_000,
    }).toBeGreaterThan(100_000);
  }
});

test('the maps show page frames in several colours', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(6);
  for (const lane of ['a', 'b'] as const) {
    expect(await lab.table(lane).getAttribute('data-renderer')).toBe('webgl2');
    const picture = await page.getByTestId(`canvas-${lane}`).screenshot();
    expect(await coloursIn(page, picture)).toBeGreaterThan(3);
  }
});

test('a mechanism is switched while it runs, and the lanes part', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await page.getByLabel('Kernel of lane B').selectOption({ label: 'Linux 3.0' });
  await lab.goTo(8);
  const [a, b] = await lab.digests();
  expect(b).toBe(a);
  await lab.switchOn('No file writeback in direct reclaim');
  await expect(page.getByRole('heading', { name: 'Switched during the run' })).toBeVisible();
  await expect(page.locator('.lane-b h2')).toContainText('no file writeback in direct reclaim');
  await lab.goTo(30);
  const [later, other] = await lab.digests();
  expect(other).not.toBe(later);
});

test('pause, step, restart', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await soon(() => lab.nowNs('a')).toBeGreaterThan(2e9);
  await lab.pause();
  const paused = await lab.nowNs('a');
  expect(await lab.nowNs('b')).toBe(paused);
  await lab.standsStill();
  // Two successive events may have the same time.
  const step = page.getByRole('button', { name: 'Step forward one event', exact: true });
  await soon(async () => {
    await step.click();
    return lab.nowNs('a');
  }).toBeGreaterThan(paused);
  expect(await lab.nowNs('a')).toBeLessThan(paused + 1e9);
  await page.getByRole('button', { name: 'Back to 0 s' }).click();
  await soon(() => lab.nowNs('a')).toBe(0);
  await lab.play();
  await soon(() => lab.nowNs('a')).toBeGreaterThan(0);
});

test(
  'the link shows the same run in a second tab, to the byte',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.mechanism('Evict once').scrollIntoViewIfNeeded();
    await page.getByLabel('Kernel of lane A').selectOption({ label: 'Linux 3.0' });
    await lab.goTo(20);
    const digests = await lab.digests();
    expect(digests[0]).not.toBe(digests[1]);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());

    const second = new LabPage(await context.newPage());
    await second.open(link);
    await second.goTo(20);
    expect(await second.digests()).toEqual(digests);
  },
);

test(
  'a switch that is moved and moved back at one moment leaves the link as it was',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(3);
    await soon(() => page.url()).toContain('t=3s~d=');
    const before = page.url();
    const evictOnce = lab.mechanism('Evict once');
    await evictOnce.click();
    await soon(() => page.url()).toContain('evict_once');
    await evictOnce.click();
    await soon(() => page.url()).toBe(before);
    await expect(page.locator('.message-bad')).toHaveCount(0);
  },
);

test(
  'a later switch that conflicts with an earlier one is removed, with a message',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(3);
    await lab.switchOn('No file writeback in direct reclaim');
    await lab.goTo(6);
    await lab.switchOn('Immediate reclaim (PG_reclaim)');
    await soon(() => page.url()).toContain('6.000000001s+immediate_reclaim');
    await lab.goTo(4);
    await lab.mechanism('No file writeback in direct reclaim').click();
    const message = page.locator('.message', { hasText: 'A later switch was removed' });
    await expect(message).toContainText(
      'At 6.0 s: switch “Immediate reclaim (PG_reclaim)” on in B',
    );
    await soon(() => page.url()).toContain('4.000000001s-no_direct_fs_writeback');
    expect(page.url()).not.toContain('immediate_reclaim');
    await expect(page.locator('.message-bad')).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo:/ }).click();
    await soon(() => page.url()).toContain('6.000000001s+immediate_reclaim');
  },
);

test(
  'a run that is stopped as soon as it was started has its moment in the link',
  { tag: '@long' },
  async ({ page }) => {
    // Clicks the Pause button as soon as the page has asked both lanes to advance, before either has answered.
    await page.addInitScript(() => {
      window.Worker = class extends Worker {
        override postMessage(
          message: { kind: string },
          options?: StructuredSerializeOptions | Transferable[],
        ) {
          super.postMessage(message, options as Transferable[]);
          const left = Number(Reflect.get(window, 'stopAfter'));
          if (message.kind === 'advance' && left > 0) {
            Reflect.set(window, 'stopAfter', left - 1);
            if (left === 1) {
              document.querySelector<HTMLElement>('[aria-label="Pause"]')?.click();
            }
          }
        }
      };
    });
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(2);
    await page.getByLabel('Speed').selectOption({ label: '50×' });
    await lab.play();
    await page.evaluate(() => {
      Reflect.set(window, 'stopAfter', 2);
      document.querySelector<HTMLElement>('[aria-label="Back to 0 s"]')?.click();
    });
    await soon(() => page.evaluate(() => Reflect.get(window, 'stopAfter') as number)).toBe(0);
    await lab.isPaused();
    const digests = await lab.digests();
    await soon(() => page.url()).toContain(`~d=${digests.join('.')}`);
  },
);

test(
  'a switch that is moved on the way to a moment is moved there',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb', {}, { at_ns: 200e9 }));
    await lab.mechanism('No file writeback in direct reclaim').click();
    expect(await lab.nowNs('b')).toBeLessThan(200e9);
    await soon(() => page.url()).toContain('b@200.000000001s+no_direct_fs_writeback');
  },
);

test(
  'a switch at the start removes later switches that conflict with it',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(0);
    await lab.switchOn('No file writeback in direct reclaim');
    await lab.goTo(6);
    await lab.switchOn('Immediate reclaim (PG_reclaim)');
    await soon(() => page.url()).toContain('6.000000001s+immediate_reclaim');
    await lab.goTo(0);
    await lab.mechanism('No file writeback in direct reclaim').click();
    await expect(page.locator('.message', { hasText: 'A later switch' })).toBeVisible();
    await soon(() => page.url()).not.toContain('immediate_reclaim');
    await expect(page.locator('.message-bad')).toHaveCount(0);
  },
);

test('a switch made on the way is in the link', { tag: '@long' }, async ({ page, context }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(6);
  await lab.switchOn('No file writeback in direct reclaim');
  await soon(() => page.url()).toContain('+no_direct_fs_writeback');
  await lab.goTo(20);
  const written = await lab.measure('nr_vmscan_write', 'b');
  const stalls = await lab.measure('allocstall', 'b');

  const second = new LabPage(await context.newPage());
  await second.open(page.url());
  await expect(second.page.getByText('Switched during the run')).toBeVisible();
  await second.goTo(20);
  expect(await second.measure('nr_vmscan_write', 'b')).toBe(written);
  expect(await second.measure('allocstall', 'b')).toBe(stalls);
});

test('going back replays the run', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(10);
  const digests = await lab.digests();
  await lab.goTo(25);
  // Ignore the mark of the divergence: a background search may find it at any time.
  const marks = page.locator('.timeline .mark:not(.mark-divergence)');
  const known = await marks.count();
  await lab.goTo(10);
  expect(await lab.digests()).toEqual(digests);
  // Marks of the later part of the run stay on the timeline.
  expect(known).toBeGreaterThan(0);
  await expect(marks).toHaveCount(known);
  await page.locator('body').press('Shift+ArrowLeft');
  await soon(() => lab.nowNs('a')).toBe(9e9);
  await lab.goTo(10);
  expect(await lab.digests()).toEqual(digests);
});

test(
  'going back before a switch that was made on the way makes it again',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(6);
    await lab.switchOn('No file writeback in direct reclaim');
    await lab.goTo(20);
    const digests = await lab.digests();
    await lab.goTo(12);
    await lab.goTo(3);
    await lab.goTo(20);
    expect(await lab.digests()).toEqual(digests);
  },
);

test('the maps are drawn anew after a restart', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(0.5);
  const early = await lab.framesOf('a');
  await lab.goTo(12);
  await soon(async () => (await lab.framesOf('a')).equals(early)).toBe(false);
  await lab.goTo(0.5);
  await soon(async () => (await lab.framesOf('a')).equals(early)).toBe(true);
});

test(
  'a switch that needs another says so, and both can be switched',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(3);
    const limited = lab.mechanism('kswapd writes file pages only under pressure');
    // The switch must accept the click although it cannot be switched on: the click shows the reason.
    await limited.click({ force: true });
    await expect(limited).not.toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: 'was not switched' })).toContainText(
      'It cannot be on while “No file writeback in direct reclaim” is off.',
    );
    await page
      .getByRole('button', { name: 'Switch both for kswapd writes file pages only' })
      .click();
    await expect(limited).toBeChecked();
    await expect(lab.mechanism('No file writeback in direct reclaim')).toBeChecked();
    const mark = page.getByRole('button', {
      name: /^Go to: kswapd writes file pages only under pressure on \(B\)/,
    });
    await expect(mark).toBeAttached();
  },
);

test('a switch is undone and done again, at the same moment', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(4);
  const digests = await lab.digests();
  // The page updates its address a moment after the seek.
  await soon(() => page.url()).toContain('~t=4s~d=');
  const link = page.url();
  await lab.switchOn('No file writeback in direct reclaim');
  await soon(() => page.url()).not.toBe(link);
  const switched = page.url();
  await page.keyboard.press('Control+z');
  await soon(() => page.url()).toBe(link);
  await lab.isPaused();
  expect(await lab.digests()).toEqual(digests);
  await page.getByRole('button', { name: 'Redo' }).click();
  await soon(() => page.url()).toBe(switched);
  await lab.isPaused();
  expect(await lab.nowNs('b')).toBe(4e9);
});

test('a run comes to its end and says so', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await page.getByLabel('Speed').selectOption({ label: 'Max' });
  for (const lane of ['a', 'b'] as const) {
    await expect(page.getByTestId(`headline-${lane}`)).toContainText('Done: 512 MiB in', {
      timeout: RUN_MS,
    });
  }
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test(
  'a lane that is over runs again with a switch that is moved then',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await page.getByLabel('Speed').selectOption({ label: 'Max' });
    const done = async () => {
      await expect(page.getByTestId('headline-b')).toContainText('Done:', { timeout: RUN_MS });
      await lab.isPaused();
      return lab.digests();
    };
    const [a, b] = await done();
    await lab.mechanism('Per-zone dirty limits (as first posted)').click();
    await expect(page.locator('.message-neutral')).toContainText(
      'B had ended, so both lanes run again from the start',
    );
    await soon(() => page.url()).toContain('-per_zone_dirty_rfc');
    const again = await done();
    expect(again[0]).toBe(a);
    expect(again[1]).not.toBe(b);
    await expect(page.getByText('Switched during the run')).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo:/ }).click();
    // Undo keeps the current time. The restored run of B may be longer, and then has not ended yet.
    await soon(() => page.url(), { timeout: RUN_MS }).not.toContain('-per_zone_dirty_rfc');
    await lab.isPaused();
    if ((await lab.digests())[1] !== b) {
      await page.getByRole('button', { name: 'Play', exact: true }).click();
    }
    await soon(() => lab.digests(), { timeout: RUN_MS }).toEqual([a, b]);
  },
);

test('the keyboard does it too', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(3);
  await page.locator('body').press(' ');
  await soon(() => lab.nowNs('a')).toBeGreaterThan(3e9);
  await page.keyboard.press(' ');
  await lab.isPaused();
  const paused = await lab.nowNs('a');
  await page.keyboard.press('Shift+ArrowRight');
  await soon(() => lab.nowNs('a')).toBe(paused + 1e9);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Speed')).toHaveValue('2');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys and About' });
  await expect(keys).toContainText('play and pause');
  await expect(keys).toContainText(/Build [0-9a-f]{16}/);
  const licences = await page.request.get('/licences.txt');
  expect(await licences.text()).toContain('react-dom 19.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('r');
  await soon(() => lab.nowNs('a')).toBe(0);
  await page.keyboard.press(' ');
  await soon(() => lab.nowNs('a')).toBeGreaterThan(0);
});

test('a patch is explained beside its line, however far the panel was scrolled', async ({
  page,
}) => {
  await new LabPage(page).open();
  const line = page.locator('.mechanism').last();
  // The lines can still move while the page begins to run.
  await soon(async () => {
    await page.mouse.move(0, 0);
    await line.hover();
    const place = await line.boundingBox();
    const about = await line.locator('.mechanism-about').boundingBox();
    const end = (box: typeof place) => Math.round((box?.y ?? 0) + (box?.height ?? 0));
    return about?.y === place?.y || end(about) === end(place);
  }).toBe(true);
});
