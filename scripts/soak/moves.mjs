/** The actions of the monkey. Like a user, it acts only with the pointer, the keyboard and the window. */

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./random.mjs').Random} Random
 *
 * @typedef {object} Move
 * @property {number} weight relative frequency
 * @property {(page: Page, random: Random) => Promise<string>} make does it, and returns a description of what it did
 */

/** Latest time to seek to, virtual milliseconds: later times take longer to compute and show nothing new. */
const FURTHEST_MS = 12_000;
const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [1920, 1080],
];
/** Keys that each open a dialog. */
const DIALOG_KEYS = ['v', '?', '/', 'l', 'p', 's'];
const STEPS = ['event', '1 ms', '10 ms', '1 s'];
const SPEEDS = ['0.01×', '0.1×', '1×', '5×', '10×', '50×', 'Max'];

/**
 * Uses one of the elements that exist and are enabled; returns a description of it.
 * @param {Page} page
 * @param {Random} random
 * @param {string} selector
 * @param {(element: import('@playwright/test').Locator) => Promise<unknown>} use
 */
async function toOne(page, random, selector, use) {
  const all = page.locator(selector).filter({ visible: true });
  const count = await all.count();
  if (count === 0) return 'none is there';
  const at = random.below(count);
  await use(all.nth(at));
  return `number ${at} of ${count}`;
}

/** @param {Page} page @param {Random} random @param {string} selector */
const clickOne = (page, random, selector) =>
  toOne(page, random, selector, (element) => element.click());

/** Returns a random position on a lane's page map. @param {Page} page @param {Random} random */
async function placeOnMap(page, random) {
  const lane = random.of(['a', 'b']);
  const box = await page.getByTestId(`map-${lane}`).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  return {
    x: Math.round(x + 2 + random.share() * Math.max(0, width - 4)),
    y: Math.round(y + 2 + random.share() * Math.max(0, height - 4)),
  };
}

/** @type {Record<string, Move>} */
const MOVES = {
  'play or pause': {
    weight: 6,
    make: (page, random) => clickOne(page, random, '.button-play:enabled'),
  },
  seek: {
    weight: 6,
    make: async (page, random) => {
      const ms = random.below(FURTHEST_MS / 100) * 100;
      const slider = page.getByLabel('Go to a time');
      await slider.fill(String(Math.min(ms, Number(await slider.getAttribute('max')))));
      await slider.blur();
      return `to ${ms} ms`;
    },
  },
  step: {
    weight: 6,
    make: async (page, random) => {
      const by = random.of(STEPS);
      await page.getByLabel('Step unit').selectOption({ label: by });
      const forwards = random.share() < 0.6;
      const group = page.getByRole('group', { name: 'Step' });
      await group.getByRole('button')[forwards ? 'last' : 'first']().click();
      return `${forwards ? 'forwards' : 'back'} by ${by}`;
    },
  },
  speed: {
    weight: 3,
    make: async (page, random) => {
      const label = random.of(SPEEDS);
      await page.getByLabel('Speed: virtual time').selectOption({ label });
      return label;
    },
  },
  switch: {
    weight: 6,
    make: (page, random) =>
      clickOne(page, random, '.mechanism input:enabled, .mechanism-why button'),
  },
  kernel: {
    weight: 3,
    make: (page, random) =>
      toOne(page, random, '.lane-kernel select', async (select) => {
        const count = await select.locator('option').count();
        await select.selectOption({ index: random.below(count) });
      }),
  },
  zoom: {
    weight: 6,
    make: async (page, random) => {
      const { x, y } = await placeOnMap(page, random);
      const by = random.of([-600, -240, -120, 120, 400]);
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, by);
      await page.keyboard.up('Control');
      return `${by} at ${x},${y}`;
    },
  },
  'click on the map': {
    weight: 4,
    make: async (page, random) => {
      const { x, y } = await placeOnMap(page, random);
      await page.mouse.click(x, y);
      return `${x},${y}`;
    },
  },
  'drag the map': {
    weight: 2,
    make: async (page, random) => {
      const { x, y } = await placeOnMap(page, random);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + random.below(200) - 100, y + random.below(40) - 20, { steps: 4 });
      await page.mouse.up();
      return `${x},${y}`;
    },
  },
  scenario: {
    weight: 3,
    make: async (page, random) => {
      await page.locator('.picker').click();
      await page.locator('dialog.scenarios .gallery').waitFor();
      return clickOne(page, random, 'dialog.scenarios .gallery-item');
    },
  },
  undo: {
    weight: 4,
    make: async (page, random) => {
      const redo = random.share() < 0.4;
      await page.keyboard.press(redo ? 'Control+Shift+Z' : 'Control+Z');
      return redo ? 'redo' : 'undo';
    },
  },
  dialog: {
    weight: 4,
    make: async (page, random) => {
      const key = random.of(DIALOG_KEYS);
      await page.locator('body').press(key);
      return key;
    },
  },
  chart: {
    weight: 3,
    make: async (page, random) => {
      const key = random.of(['+', '-', '0', 'ArrowLeft', 'Home', 'PageUp']);
      await page.getByLabel('Time whose values are shown').press(key);
      return key;
    },
  },
  resize: {
    weight: 2,
    make: async (page, random) => {
      const [width = 1440, height = 900] = random.of(SIZES);
      await page.setViewportSize({ width, height });
      return `${width}×${height}`;
    },
  },
  theme: {
    weight: 1,
    make: (page, random) => clickOne(page, random, 'button[aria-label^="Theme"]'),
  },
  restart: {
    weight: 1,
    make: (page, random) => clickOne(page, random, 'button[aria-label="Restart"]:enabled'),
  },
  'dismiss what is told': {
    weight: 2,
    make: (page, random) => clickOne(page, random, '.message:not(.failure) button:last-child'),
  },
};

/** Picks a move at random, by weight. @param {Random} random @returns {[name: string, move: Move]} */
export function moveBy(random) {
  const all = Object.entries(MOVES);
  const sum = all.reduce((weights, [, { weight }]) => weights + weight, 0);
  let left = random.below(sum);
  for (const [name, move] of all) {
    left -= move.weight;
    if (left < 0) return [name, move];
  }
  throw new Error('Weights add up to more than their sum');
}
