/** Checks the colours on the screen in the map, the ribbons and the strips against the style sheet. */
import { expect, test, type Locator, type Page } from '@playwright/test';

import { LabPage, linkOf, settled, soon } from './lab-page.js';

/** Shows frames with pages in three states, eight seconds into the small run. */
const MIXED = { at_ns: 8e9, view: { zone: 'DMA32', from: 20_250, frames: 60 } };

type Colours = Record<string, number>;

/** Counts the pixels of a part of the screen by colour (`#rrggbb`), and returns the colours of some points in it. */
async function pixelsOf(
  page: Page,
  place: Locator,
  points: readonly { x: number; y: number }[] = [],
): Promise<{ counts: Colours; at: string[] }> {
  const picture = await place.screenshot({ animations: 'disabled' });
  return page.evaluate(
    async ({ bytes, points: spots }) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data, width } = context!.getImageData(0, 0, bitmap.width, bitmap.height);
      const name = (at: number) =>
        `#${[...data.subarray(at, at + 3)].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
      const counts: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        counts[name(at)] = (counts[name(at)] ?? 0) + 1;
      }
      return {
        counts,
        at: spots.map(({ x, y }) => name((Math.round(y) * width + Math.round(x)) * 4)),
      };
    },
    { bytes: [...picture], points: [...points] },
  );
}

/** Colours of the style sheet in the current theme. */
async function tokens(page: Page, ...names: string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const style = getComputedStyle(document.documentElement);
    const full = (text: string) =>
      text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
    return wanted.map((name) => full(style.getPropertyValue(`--${name}`).trim()));
  }, names);
}

const legend = (page: Page) => page.getByRole('listbox', { name: 'Colours of page frames' });
const cells = (page: Page) => page.getByTestId('map-a').locator('.frame-cell');
const noteOf = (page: Page) => page.locator('.frame-note');

async function openMixed(page: Page): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, MIXED));
  await lab.isPaused();
  await expect(cells(page)).toHaveCount(60);
  return lab;
}

/** Returns the colour that a frame must have, from its accessible name. */
function tokenOf(label: string): string {
  const states: readonly (readonly [RegExp, string])[] = [
    [/, free/, 'page-free'],
    [/, under writeback|, dirty, under writeback/, 'page-writeback'],
    [/, anonymous/, 'page-anon'],
    [/, dirty/, 'page-dirty'],
    [/, clean/, 'page-clean-inactive'],
  ];
  return states.find(([pattern]) => pattern.test(label))?.[1] ?? `no colour for ${label}`;
}

for (const theme of ['light', 'dark'] as const) {
  const tag = theme === 'dark' ? ['@long'] : [];
  test(`each frame on the map has the colour of its state, ${theme}`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await openMixed(page);
    const seen = await cells(page).evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return {
          label: button.getAttribute('aria-label') ?? '',
          x: left + width - 4,
          y: top + height - 3,
        };
      }),
    );
    const names = seen.map(({ label }) => tokenOf(label));
    expect(new Set(names).size).toBeGreaterThanOrEqual(3);
    const map = page.getByTestId('map-a');
    const corner = await map.boundingBox();
    const points = seen.map(({ x, y }) => ({ x: x - (corner?.x ?? 0), y: y - (corner?.y ?? 0) }));
    // The worker draws when it has time, while the names come from the main thread: retry until both agree.
    await expect(async () => {
      const { at } = await pixelsOf(page, map, points);
      expect(at).toEqual(await tokens(page, ...names));
    }).toPass();
  });

  test(
    `a state that is pointed at in the legend alone keeps its colour, ${theme}`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme });
      const lab = new LabPage(page);
      await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 8e9 }));
      await lab.isPaused();
      const [clean = '', dirty = '', throttled = ''] = await tokens(
        page,
        'page-clean-inactive',
        'page-dirty',
        'task-throttled',
      );
      const places = [page.getByTestId('canvas-a'), page.getByTestId('canvas-b')];
      const strips = page.locator('.strip-columns');
      for (const place of places) {
        await soon(async () => (await pixelsOf(page, place)).counts[clean] ?? 0).toBeGreaterThan(
          500,
        );
      }
      expect((await pixelsOf(page, strips)).counts[throttled] ?? 0).toBeGreaterThan(50);
      const before = (await pixelsOf(page, places[0] ?? strips)).counts[dirty] ?? 0;
      expect(before).toBeGreaterThan(200);

      await legend(page).getByRole('option', { name: 'dirty' }).hover();
      for (const place of places) {
        await soon(async () => (await pixelsOf(page, place)).counts[clean] ?? 0).toBe(0);
      }
      expect((await pixelsOf(page, places[0] ?? strips)).counts[dirty]).toBe(before);
      await soon(async () => (await pixelsOf(page, strips)).counts[throttled] ?? 0).toBe(0);
      await page.mouse.move(5, 400);
      await soon(async () => (await pixelsOf(page, strips)).counts[throttled] ?? 0).toBeGreaterThan(
        50,
      );

      // Do the same with the keyboard, from the legend of the strips.
      const tasks = page.getByRole('listbox', { name: 'Colours of tasks' });
      await tasks.focus();
      await expect(tasks.getByRole('option', { selected: true })).toHaveText('sleeps');
      await soon(async () => (await pixelsOf(page, strips)).counts[throttled] ?? 0).toBe(0);
      while (
        (await tasks.getByRole('option', { selected: true }).textContent()) !==
        'in balance_dirty_pages'
      ) {
        await page.keyboard.press('ArrowRight');
      }
      await soon(async () => (await pixelsOf(page, strips)).counts[throttled] ?? 0).toBeGreaterThan(
        50,
      );
    },
  );
}

test(
  'a state below the pointer stands out on the map, and its name in the legend',
  { tag: '@long' },
  async ({ page }) => {
    await openMixed(page);
    const dirty = page
      .getByTestId('map-a')
      .getByRole('button', { name: /, dirty/ })
      .first();
    await dirty.hover();
    await expect(legend(page).getByRole('option', { selected: true })).toHaveText('dirty');
    const box = await dirty.boundingBox();
    const note = await noteOf(page).boundingBox();
    const middle = {
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    };
    expect(Math.abs((note?.x ?? 0) - middle.x)).toBeLessThan(30);
    expect(Math.abs((note?.y ?? 0) - middle.y)).toBeLessThan(30);
    await page.mouse.move(5, 400);
    await expect(legend(page).getByRole('option', { selected: true })).toHaveCount(0);
  },
);

test(
  'what a cell of many frames holds is said beside the pointer',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 8e9 }));
    await lab.isPaused();
    await page.getByTestId('map-a').hover({ position: { x: 250, y: 40 } });
    await expect(noteOf(page)).toContainText(
      /pfn 0x[\dA-F]+ to 0x[\dA-F]+ .* · [\d,]+ frames · .*\d %/,
    );
  },
);

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1000, 760],
  [390, 844],
] as const) {
  const tag = width === 1280 || width === 1000 ? ['@long'] : [];
  const title = `the legends are whole, and have the colours of the map and no others, ${width} × ${height}`;
  test(title, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 8e9 }));
    await lab.isPaused();
    for (const name of ['Colours of page frames', 'Colours of tasks', 'Colours of requests']) {
      const list = page.getByRole('listbox', { name });
      await list.scrollIntoViewIfNeeded();
      for (const option of await list.getByRole('option').all()) {
        await expect(option).toBeInViewport({ ratio: 1 });
      }
    }
    const swatches = await legend(page)
      .locator('.swatch')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    const named = swatches.map(
      (rgb) =>
        `#${(rgb.match(/\d+/g) ?? []).map((one) => Number(one).toString(16).padStart(2, '0')).join('')}`,
    );
    const [surface = ''] = await tokens(page, 'surface');
    // Hide the gauges between the maps, because the gauges have other colours.
    await page.locator('.gauge').evaluateAll((gauges) => {
      for (const gauge of gauges) {
        (gauge as HTMLElement).style.visibility = 'hidden';
      }
    });
    const shown = new Set<string>();
    for (const lane of ['a', 'b']) {
      const map = page.getByTestId(`map-${lane}`);
      await map.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      for (const colour of Object.keys((await pixelsOf(page, map)).counts)) {
        shown.add(colour);
      }
    }
    shown.delete(surface);
    expect([...shown].filter((colour) => !named.includes(colour))).toEqual([]);
    // One colour may appear only in the ribbons, which are below the maps.
    expect(named.filter((colour) => !shown.has(colour)).length).toBeLessThanOrEqual(1);
  });
}

test('pinning a frame moves nothing, and the space bar plays after it', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('about:blank');
    const lab = await openMixedAnywhere(page);
    const boxes = () =>
      page.evaluate(() =>
        ['.lane-a', '.lane-b', '.lane-a canvas', '.tasks', '.side-right', '.transport'].map(
          (name) => {
            const {
              x = 0,
              y = 0,
              width: w = 0,
              height: h = 0,
            } = document.querySelector(name)?.getBoundingClientRect() ?? {};
            // On a phone the page scrolls until the frame is above the card; the controls stay where they are.
            const scrolled = name === '.transport' ? 0 : window.scrollY;
            return [name, x, y + scrolled, w, h].join(' ');
          },
        ),
      );
    // Charts, tasks and the first difference appear once the machines run, and take space then.
    await expect(page.locator('.tasks')).toBeAttached();
    await expect(page.locator('.chart-place canvas').first()).toBeAttached();
    await expect(page.getByTestId('divergence')).toContainText('first differ');
    const before = await settled(boxes);
    await cells(page)
      .nth(1)
      .click({ position: { x: 8, y: 18 } });
    await expect(page.getByTestId('pinned')).toContainText('Page frame');
    expect(await boxes()).toEqual(before);
    await expect(page.getByTestId('pinned')).toBeInViewport({ ratio: 1 });
    if (width > 760) {
      // The pinned page must not cover the lanes or the tasks, because users compare it with them.
      const [lane, tasks, pinned] = await Promise.all(
        [page.locator('.lane').first(), page.locator('.tasks'), page.getByTestId('pinned')].map(
          (place) => place.boundingBox(),
        ),
      );
      const right = (pinned?.x ?? Infinity) + (pinned?.width ?? 0);
      expect(right).toBeLessThanOrEqual(Math.min(lane?.x ?? 0, tasks?.x ?? 0));
    }
    const from = await lab.nowNs('a');
    await page.keyboard.press('Space');
    await soon(() => lab.nowNs('a')).toBeGreaterThan(from);
    await page.keyboard.press('Space');
    await lab.isPaused();
  }
});

async function openMixedAnywhere(page: Page): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { ...MIXED, view: { ...MIXED.view, frames: 24 } }));
  await lab.isPaused();
  await expect(cells(page).first()).toBeVisible();
  return lab;
}

test('frames one by one fill the map', { tag: '@long' }, async ({ page }) => {
  await openMixed(page);
  // The lanes move while parts of the page are still loading, so repeat until all boxes belong to the same layout.
  await expect(async () => {
    const map = await page.getByTestId('map-a').boundingBox();
    const last = await cells(page).nth(19).boundingBox();
    const lowest = await cells(page).last().boundingBox();
    const right = (map?.x ?? 0) + (map?.width ?? 0);
    // The zone's gauge takes the space to the right of the map.
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(right - 24);
    const bottom = (map?.y ?? 0) + (map?.height ?? 0);
    expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeGreaterThan(bottom - 4);
  }).toPass();
});

test('no label on the timeline runs into another, in large type neither', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-2zone', {}, { at_ns: 40e9 }));
  await lab.isPaused();
  await expect(page.locator('.mark-label').first()).toBeVisible();
  await expect(page.locator('.mark')).not.toHaveCount(1);
  for (const type of ['plain', 'large']) {
    if (type === 'large') {
      await page.keyboard.press('g');
      await expect(page.locator('html')).toHaveAttribute('data-type', 'large');
    }
    await expect(async () => {
      const spans = await page.locator('.mark-label').evaluateAll((labels) =>
        labels.map((label) => {
          const { left, right } = label.getBoundingClientRect();
          return { left, right };
        }),
      );
      spans.sort((one, other) => one.left - other.left);
      for (const [at, { left }] of spans.entries()) {
        expect(left).toBeGreaterThan(spans[at - 1]?.right ?? 0);
      }
    }).toPass();
  }
});

test('a ring leaves the controls of a phone alone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 8e9 }));
  await lab.isPaused();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog').filter({ hasText: /Tour, \d of \d/ });
  await expect(dialog).toContainText('Tour, 1 of');
  const ring = page.locator('.ring');
  await expect(ring).toBeVisible();
  // The ring must not overlap the controls at any scroll position: the lanes are taller than the space above the
  // controls.
  for (const top of [0, 150, 300, 450]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await soon(async () => {
      const [bar, box] = [await page.locator('.transport').boundingBox(), await ring.boundingBox()];
      return box === null || box.y + box.height <= (bar?.y ?? 0);
    }).toBe(true);
  }
});

test('in slow motion no ring is around all that is watched', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await page.keyboard.press('s');
  const scene = page.getByRole('main', { name: 'The scene' });
  await expect(scene).toBeFocused();
  await expect(scene).toHaveCSS('outline-style', 'none');
});

test(
  'a ribbon says what it shows, after going somewhere too',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    for (const seconds of [6, 3, 9]) {
      await lab.goTo(seconds);
      for (const lane of ['a', 'b']) {
        const ribbon = page.locator(`.lane-${lane} .ribbon-inside`).first();
        await expect(ribbon).toContainText(/head · [\d,]+ pages, \d+ % of them dirty/);
      }
    }
  },
);
