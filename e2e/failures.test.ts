import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import {
  killWorker,
  killWorkersOf,
  makeBreakable,
  makePageTrap,
  tellWorkers,
  withMemoryLimit,
} from './breaking.js';
import { coloursIn, copiedReport, LabPage, linkOf, RUN_MS, soon } from './lab-page.js';

/**
 * A memory limit in pages of 64 KiB: too low for the machine that the page opens with, enough for one of half its size.
 */
const LIMIT_PAGES = 260;

/** The small scenario at this time, and the digests of both lanes in a run without failures. */
const MOMENT_SECONDS = 5;
let undisturbed: (string | null)[];

test.beforeAll(async ({ browser }, { project }) => {
  const page = await browser.newPage({ baseURL: project.use.baseURL ?? '' });
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(MOMENT_SECONDS);
  undisturbed = await lab.digests();
  await page.close();
});

/** Checks that both lanes continue, in step, to the same digests as a run without failures. */
async function comesToTheSame(lab: LabPage): Promise<void> {
  await expect(lab.page.getByRole('alert')).toHaveCount(0);
  await lab.goTo(MOMENT_SECONDS);
  expect(await lab.digests()).toEqual(undisturbed);
}

/** Opens a small run, playing, with workers that can be broken. */
async function breakableRun(page: Page): Promise<LabPage> {
  await makeBreakable(page);
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(2);
  await lab.play();
  return lab;
}

/** Opens a small run, paused at `MOMENT_SECONDS`, in a page whose own engine can be made to trap. */
async function runAtMoment(page: Page): Promise<{ lab: LabPage; trap: () => Promise<void> }> {
  const trap = await makePageTrap(page);
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(MOMENT_SECONDS);
  return { lab, trap };
}

test('a lane whose engine traps goes on at the moment, and the report leads there', async ({
  page,
  context,
}) => {
  const lab = await breakableRun(page);
  await tellWorkers(page, 'trap 1');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The engine of lane B has stopped');
  await expect(alert).toContainText('unreachable');
  await expect(alert).toContainText('Scenario, switches and time are kept');
  for (const lane of ['a', 'b']) {
    await expect(page.locator(`.lane-${lane} canvas`)).toBeVisible();
  }
  const report = await copiedReport(page);
  expect(report).toMatch(/Error: fault: unreachable/);
  expect(report).toMatch(/Version: \w{6,}, engine \d/);
  expect(report).toMatch(/Browser: .*Chrom/);
  expect(report).toMatch(/Trace:\n.*RuntimeError/);
  const [, link = ''] = /Link: (.*)/.exec(report) ?? [];
  const [, moment = ''] = /Continue at ([\d.]+)/.exec((await alert.textContent()) ?? '') ?? [];
  const other = new LabPage(await context.newPage());
  await other.open(link);
  await other.isPaused();
  expect((await other.nowNs('b')) / 1e9).toBeCloseTo(Number(moment), 1);
  await other.page.close();

  await alert.getByRole('button', { name: 'Continue at' }).click();
  await expect(alert).toHaveCount(0);
  for (const lane of ['a', 'b'] as const) {
    await soon(() => lab.nowNs(lane)).toBeGreaterThan(Number(moment) * 1e9 + 1e8);
  }
  await comesToTheSame(lab);
});

test(
  'a fault that comes each time is told as that, and the run before it can be looked at',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page, 'breaking.trapAtNs = 4e9;');
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 2e9 }));
    await lab.isPaused();
    await page.getByLabel('Go to a time').fill('9000');
    await page.getByLabel('Go to a time').blur();
    const alert = page.getByRole('alert');
    await alert.getByRole('button', { name: 'Continue at 9.0 s' }).click();
    await expect(alert).toContainText('The same error occurred before');
    await alert.getByRole('button', { name: 'Pause at' }).click();
    await expect(alert).toHaveCount(0);
    await lab.isPaused();
    const reached = await lab.nowNs('a');
    expect(reached).toBeGreaterThan(1e9);
    expect(reached).toBeLessThanOrEqual(4e9);
    // Wait longer than the one second of silence after which the page reports a worker as stuck. A paused worker is
    // silent too, and must not be reported.
    await lab.standsStill(80);
    await expect(alert).toHaveCount(0);
  },
);

test(
  'a killed worker is missed, and its lane is started anew at the moment',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await breakableRun(page);
    await killWorker(page, 0);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Lane A does not respond');
    await alert.getByRole('button', { name: 'Restart at' }).click();
    await comesToTheSame(lab);
  },
);

test(
  'a worker that is killed on its way to a moment is missed as well',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page);
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb', {}, { at_ns: 300e9 }));
    // By this time the page has checked twice for silent workers, and the run has not yet reached its target of 300 s.
    await soon(() => lab.nowNs('b')).toBeGreaterThan(60e9);
    await killWorker(page, 1);
    await expect(page.getByRole('alert')).toContainText('Lane B does not respond');
  },
);

test(
  'an engine of the page that traps in slow motion says so, and a reload comes back',
  { tag: '@long' },
  async ({ page }) => {
    const { lab, trap } = await runAtMoment(page);
    await page.keyboard.press('s');
    const slow = page.getByRole('dialog', { name: 'Slow motion' });
    await expect(slow).toBeVisible();
    await trap();
    // Slow motion has already computed the displayed batch; the M key makes it compute the next mixed batch.
    await page.keyboard.press('m');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The page’s engine has stopped');
    await expect(alert).toContainText('unreachable');
    await expect(slow).toHaveCount(0);
    await alert.getByRole('button', { name: 'Reload' }).click();
    await comesToTheSame(lab);
  },
);

test('an engine that gets no memory says so, and a smaller machine runs', async ({ page }) => {
  await page.route('**/reclaim_bg*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withMemoryLimit(await response.body(), LIMIT_PAGES) });
  });
  await page.goto(linkOf('weiner-usb'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not enough memory for lanes A and B');
  expect(await copiedReport(page)).toContain('Error: memory');
  await alert.getByRole('button', { name: 'Run a machine of half the size' }).click();
  await expect(alert).toHaveCount(0);
  await soon(() => new LabPage(page).nowNs('b')).toBeGreaterThan(0);
});

test(
  'a worker that has no room for the engine says so, and can try again',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(
      page,
      `WebAssembly.Instance = function () {
      throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory');
    };`,
    );
    await page.goto(linkOf('weiner-usb-small'));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Cannot allocate Wasm memory');
    await page.unroute('**/worker-*.js');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await comesToTheSame(new LabPage(page));
  },
);

test(
  'a lost WebGL context is told, and the map is drawn without it while the run goes on',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await breakableRun(page);
    await tellWorkers(page, 'lose');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The page map of lanes A and B is not drawn');
    await expect(alert).toContainText('the WebGL context was lost');
    const before = await lab.nowNs('b');
    await soon(() => lab.nowNs('b')).toBeGreaterThan(before);
    const report = await copiedReport(page);
    expect(report).toContain('Error: drawing: the WebGL context was lost');
    expect(report).toMatch(/Link: \S+#~weiner-usb-small~\S+/);
    await alert.getByRole('button', { name: 'Draw without WebGL' }).click();
    await comesToTheSame(lab);
    for (const lane of ['a', 'b'] as const) {
      await expect(lab.table(lane)).toHaveAttribute('data-renderer', 'canvas2d');
      const picture = await page.getByTestId(`canvas-${lane}`).screenshot();
      expect(await coloursIn(page, picture)).toBeGreaterThan(3);
    }
  },
);

test(
  'a WebGL context that the browser gives back needs no click',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page);
    const lab = new LabPage(page);
    await lab.openSmall();
    await tellWorkers(page, 'lose');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('is not drawn');
    await tellWorkers(page, 'restore');
    await comesToTheSame(lab);
    await expect(lab.table('a')).toHaveAttribute('data-renderer', 'webgl2');
    const picture = await page.getByTestId('canvas-a').screenshot();
    expect(await coloursIn(page, picture)).toBeGreaterThan(3);
  },
);

test(
  'where the words about it cannot be fetched there is a sentence and a way on',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page);
    await page.route('**/FailureScreen-*', (route) => route.abort());
    const lab = new LabPage(page);
    await lab.openSmall();
    await tellWorkers(page, 'trap 0');
    const alert = page.getByRole('alert').filter({ hasText: 'The simulation has stopped' });
    await expect(alert).toContainText('Scenario, switches and time are kept');
    await alert.getByRole('button', { name: 'Continue' }).click();
    await expect(alert).toHaveCount(0);
    await lab.goTo(MOMENT_SECONDS);
    expect(await lab.digests()).toEqual(undisturbed);
  },
);

test(
  'the search and the life of a page miss their killed workers, and try again',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page);
    // Simulate a killed worker: its script never runs.
    await page.route('**/{divergence,life}.worker-*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: 'for (;;);' });
    });
    const lab = new LabPage(page);
    const pin = { lane: 'b', zone: 'DMA32', frame: 40_000 };
    await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 4e9, pin }));
    await lab.isPaused();
    const pinned = page.getByTestId('pinned');
    await killWorkersOf(page, 'life.worker');
    await expect(pinned).toContainText('its worker does not respond');
    await page.unroute('**/{divergence,life}.worker-*');
    const again = pinned.getByRole('button', { name: 'Try again' });
    await expect(again).toHaveCount(2);
    await again.last().click();
    await expect(page.getByTestId('age-b')).toBeVisible();
    await expect(again).toHaveCount(1);
    await page.getByRole('button', { name: 'Unpin' }).click();

    await expect(page.getByText('failed: its worker does not respond')).toBeVisible();
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect(page.getByTestId('divergence')).toContainText('A and B first differ at');
  },
);

test(
  'a run of the Results page whose worker was killed is told, and computed once more',
  { tag: '@long' },
  async ({ page }) => {
    await makeBreakable(page);
    await page.goto('/results.html#weiner-2011/reclaim%20print%20log%20Normal');
    await page.getByRole('button', { name: /^Compute this table again/ }).click();
    await killWorkersOf(page, 'runner.worker');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('failed');
    await expect(alert).toContainText('The worker does not respond');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Compute this table again done' })).toBeVisible({
      timeout: 2 * RUN_MS,
    });
    await expect(alert).toHaveCount(0);
  },
);
