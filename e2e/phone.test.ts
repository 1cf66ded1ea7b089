import { expect, test, type CDPSession, type Page } from '@playwright/test';

import { LabPage, linkOf, soon } from './lab-page.js';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

interface Point {
  x: number;
  y: number;
}

/** Sends touches through the DevTools protocol: events from a script would not trigger the browser's gestures. */
async function fingers(page: Page, moves: readonly Point[][]): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  for (const [at, touchPoints] of moves.entries()) {
    const type = at === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

const transport = (page: Page) => page.getByRole('contentinfo', { name: 'Virtual time' });

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { at_ns: seconds * 1e9 }));
  await lab.isPaused();
  return lab;
}

/** Returns the controls of the transport that are too small for a finger. */
async function tooSmall(page: Page): Promise<string[]> {
  return transport(page)
    .locator('button:not(.mark):visible, select:visible, input:visible')
    .evaluateAll((controls) =>
      controls
        .map((control) => {
          const { width, height } = control.getBoundingClientRect();
          return { name: control.getAttribute('aria-label') ?? control.textContent, width, height };
        })
        .filter(({ width, height }) => width < 40 || height < 40)
        .map(({ name, width, height }) => `${name} ${width} × ${height}`),
    );
}

test('the controls of time leave the screen to the maps, and the others are one tap away', async ({
  page,
}) => {
  const lab = await openAt(page, 6);
  const box = await transport(page).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(104);
  expect(await tooSmall(page)).toEqual([]);
  await expect(page.getByLabel('Speed')).toBeHidden();
  const more = page.getByRole('button', { name: 'More controls' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.tap();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  expect(await tooSmall(page)).toEqual([]);
  await page.getByLabel('Speed').selectOption({ label: '2×' });
  for (const name of ['Back to 0 s', 'Slow motion', 'Find', 'Counters']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel('Step unit').selectOption({ label: '1 s' });
  await more.tap();
  await page.getByRole('button', { name: 'Step forward one 1 s' }).tap();
  await soon(() => lab.nowNs('a')).toBe(7e9);
});

test(
  'a finger on the slider goes to the moment at which it is lifted',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 6);
    const slider = page.getByLabel('Go to a time');
    const box = await slider.boundingBox();
    if (!box) throw new Error('no slider');
    const end = Number(await slider.getAttribute('max')) * 1e6;
    const y = box.y + box.height / 2;
    const x = (share: number) => box.x + 7 + (box.width - 14) * share;
    const shares = [6e9 / end, 0.2, 0.15, 0.12, 0.1];
    await fingers(
      page,
      shares.map((share) => [{ x: x(share), y }]),
    );
    await soon(async () => Math.abs((await lab.nowNs('a')) - end / 10), {
      timeout: 60_000,
    }).toBeLessThan(end / 50);
    await lab.isPaused();
  },
);

test('the card of a pinned page leaves its ring in view, and its close button stays', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Show me why' }).tap({ timeout: 60_000 });
  const card = page.getByTestId('pinned');
  await expect(card).toBeVisible({ timeout: 60_000 });
  const ring = page.getByTestId('map-pinned').first();
  await soon(async () => {
    const [above, below] = [await ring.boundingBox(), await card.boundingBox()];
    return above && below ? above.y > 0 && above.y + above.height <= below.y : false;
  }).toBe(true);
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(0.45 * 740);
  await card.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await card.getByRole('button', { name: 'Unpin' }).tap();
  await expect(card).toHaveCount(0);
});

test('two fingers that part bring the frames between them closer, in one change', async ({
  page,
}) => {
  await openAt(page, 6);
  const map = page.getByTestId('map-a');
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const middle = { x: box.x + box.width / 2, y: box.y + 40 };
  const apart = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ];
  await fingers(page, [10, 20, 40, 80, 120].map(apart));
  const view = page.getByTestId('view-a');
  await expect(view).toBeVisible();
  // The browser must not zoom the page itself.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  const frames = async () => {
    const [from = '', to = ''] = (await view.textContent())?.match(/0x[\dA-F]+/g) ?? [];
    return Number(to) - Number(from);
  };
  const close = await frames();
  await fingers(page, [120, 80, 60].map(apart));
  await soon(frames).toBeGreaterThan(close);
  const more = page.getByRole('button', { name: 'More controls' });
  // The browser may treat a tap right after the gesture as part of it, so use the keyboard.
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  const undo = page.getByRole('button', { name: 'Undo: zoom of the page map' });
  await undo.press('Enter');
  await soon(frames).toBe(close);
  await undo.press('Enter');
  await expect(view).toBeHidden();
});
