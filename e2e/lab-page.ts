import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

import { encode_link, initSync } from '../web/src/engine/pkg/documents.js';

export type Lane = 'a' | 'b';

/** Title of the small scenario. */
export const SMALL = 'Copying 8 GiB to a USB stick, at a sixteenth of the size';

/** Timeout for computing a run, milliseconds. It is long because other programs may need the CPUs too. */
export const RUN_MS = 60_000;

/** Returns the address of a gallery scenario, with changes to some of its fields and to its view state. */
export function linkOf(id: string, more: object = {}, view: object = {}): string {
  engine ??= initSync({ module: read('web/src/engine/pkg/documents_bg.wasm') });
  const scenario = JSON.parse(read(`public/gallery/${id}.json`).toString()) as object;
  const document = JSON.stringify({ ...scenario, ...more });
  return `/#${encode_link(document, JSON.stringify(view))}`;
}

let engine: unknown;

/** Polls until the value is as expected, every 50 ms: `expect.poll` backs off to once a second. */
export function soon<T>(read: () => T | Promise<T>, options: { timeout?: number } = {}) {
  return expect.poll(read, { ...options, intervals: [50] });
}

/** Polls until the value stops changing, so that parts of the page that load late have taken their space. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  let same = 0;
  const again = async () => {
    const next = await read();
    same = JSON.stringify(next) === JSON.stringify(last) ? same + 1 : 0;
    last = next;
    return same;
  };
  await expect.poll(again, { intervals: [150] }).toBeGreaterThanOrEqual(3);
  return last;
}

function read(path: string): Buffer {
  return readFileSync(new URL(`../${path}`, import.meta.url));
}

/** The Lab as a user operates it; numbers are read from the tables beside the canvases. */
export class LabPage {
  constructor(readonly page: Page) {}

  /** Dismisses the message above the lanes, not the outcome of the run, which also has a “Dismiss” button. */
  async dismissMessage(): Promise<void> {
    await this.page.locator('.message').getByRole('button', { name: 'Dismiss' }).click();
  }

  /** Opens an address with all panels unfolded, and waits until both machines exist. */
  async open(address = '/'): Promise<void> {
    await this.page.addInitScript(() => {
      try {
        const all = { controls: true, details: true, mechanisms: true };
        window.localStorage.setItem('reclaim-lab.unfolded', JSON.stringify(all));
      } catch {
        // Storage is disabled in some tests.
      }
    });
    await this.page.goto(address);
    await soon(() => this.page.locator('[data-testid^=table-]').count()).toBe(2);
  }

  /** Opens the small scenario, at real-time speed; a test can run it to its end. */
  async openSmall(): Promise<void> {
    await this.open(linkOf('weiner-usb-small'));
    // On a phone, the speed is behind the “More controls” button.
    const more = this.page.getByRole('button', { name: 'More controls' });
    const phone = await more.isVisible();
    if (phone) {
      await more.click();
    }
    await this.page.getByLabel('Speed').selectOption({ label: '1×' });
    if (phone) {
      await more.click();
    }
    await expect(this.page.locator('.picker')).toContainText(SMALL);
    await soon(() => this.page.url()).toContain('#~weiner-usb-small~');
  }

  /** Chooses a scenario of the gallery. */
  async choose(title: string): Promise<void> {
    await this.page.locator('.picker').click();
    const dialog = this.page.getByRole('dialog', { name: 'Scenarios' });
    await dialog
      .getByRole('listitem')
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .click();
    await expect(this.page.locator('.picker-title')).toHaveText(title);
  }

  table(lane: Lane) {
    return this.page.getByTestId(`table-${lane}`);
  }

  /** Reads one page counter of a zone from the lane's table. */
  async pages(lane: Lane, zone: string, name: string): Promise<number> {
    const cell = this.table(lane).locator(`tr[data-zone="${zone}"] [data-name="${name}"]`);
    return Number((await cell.textContent())?.replaceAll(',', ''));
  }

  /** Virtual time that the header of a lane shows, nanoseconds. */
  async nowNs(lane: Lane): Promise<number> {
    return Number(await this.page.getByTestId(`time-${lane}`).getAttribute('data-now-ns'));
  }

  /** Virtual time of both lanes, nanoseconds; null for a lane that is running or whose table is not up to date. */
  async #standing(): Promise<(number | null)[]> {
    return this.page.evaluate(() =>
      ['a', 'b'].map((lane) => {
        const [time, table] = ['time', 'table'].map((name) =>
          document.querySelector<HTMLElement>(`[data-testid=${name}-${lane}]`),
        );
        const { digest, nowNs } = table?.dataset ?? {};
        return digest === undefined || nowNs !== time?.dataset['nowNs'] ? null : Number(nowNs);
      }),
    );
  }

  /** The value that a measure shows for a lane. */
  async measure(metric: string, lane: Lane): Promise<string> {
    const row = this.page.locator(`[data-metric="${metric}"]`);
    // The code that computes the values loads with the charts, after the first screen.
    await expect(row.locator('canvas')).toBeAttached();
    const value = row.locator(`[data-lane="${lane}"]`);
    return (await value.textContent()) ?? '';
  }

  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await this.isPaused();
  }

  async play(): Promise<void> {
    await this.page.getByRole('button', { name: 'Play', exact: true }).click();
  }

  /** Waits until the run is paused. The state then has a digest, and all parts of the page show the same time. */
  async isPaused(): Promise<void> {
    // The Play button is disabled until a scenario is loaded, and is a Pause button while the run seeks.
    const play = this.page.getByRole('button', { name: 'Play', exact: true, disabled: false });
    await soon(async () => {
      const standing = await this.#standing();
      return (await play.isVisible()) ? standing : [null];
    }).not.toContain(null);
  }

  /** Pauses, seeks with the timeline slider, and waits until the run has reached that time. */
  async goTo(seconds: number): Promise<void> {
    const timeline = this.page.getByLabel('Go to a time');
    await expect(timeline).toBeEnabled();
    // A run that plays would play on from there.
    const pause = this.page.getByRole('button', { name: 'Pause', exact: true });
    if (await pause.isVisible()) {
      await pause.click();
    }
    await timeline.focus();
    // Send two input events in one task: if the run is at the target already, a single event would not change the
    // slider's value.
    await timeline.evaluate(
      (element, to) => {
        const slider = element as HTMLInputElement;
        const slide = (ms: string) => {
          // React overrides the setter on the element and would ignore the event, so use the setter of the prototype.
          Reflect.set(HTMLInputElement.prototype, 'value', ms, slider);
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        };
        slide(to === slider.min ? slider.max : slider.min);
        slide(to);
      },
      String(seconds * 1000),
    );
    await timeline.blur();
    const nowNs = seconds * 1e9;
    await soon(() => this.#standing(), { timeout: RUN_MS }).toEqual([nowNs, nowNs]);
    await this.isPaused();
  }

  /** Checks that the virtual time does not change for a number of animation frames. */
  async standsStill(frames = 40): Promise<void> {
    const before = [await this.nowNs('a'), await this.nowNs('b')];
    await this.page.evaluate(async (count) => {
      for (let frame = 0; frame < count; frame += 1) {
        await new Promise(requestAnimationFrame);
      }
    }, frames);
    expect([await this.nowNs('a'), await this.nowNs('b')]).toEqual(before);
  }

  /** Opens the scenario dialog with the document as JSON. */
  async openDocument() {
    await this.page.locator('.picker').click();
    await this.page.getByRole('button', { name: 'Edit or open a document' }).click();
    return this.page.getByRole('dialog', { name: 'Scenario', exact: true });
  }

  /** Digests of both machines; the run must be paused. */
  async digests(): Promise<(string | null)[]> {
    return Promise.all(
      (['a', 'b'] as const).map((lane) => this.table(lane).getAttribute('data-digest')),
    );
  }

  /** A screenshot of the page frames only, without the labels and gauges beside them. */
  async framesOf(lane: Lane): Promise<Buffer> {
    const box = await this.page.getByTestId(`canvas-${lane}`).boundingBox();
    const { x = 0, y = 0, width = 0 } = box ?? {};
    const clip = { x: x + width * 0.3, y: y + 2, width: width * 0.3, height: 60 };
    return this.page.screenshot({ clip });
  }

  /** The switch of a mechanism in the selected lane. */
  mechanism(name: string) {
    return this.page.getByRole('switch', { name, exact: true });
  }

  /** Switches a mechanism on, and waits until the engine has accepted it. */
  async switchOn(name: string): Promise<void> {
    await this.mechanism(name).click();
    await expect(this.mechanism(name)).toBeChecked();
  }
}

/** Returns the number of colours that cover a large enough part of a picture. */
export async function coloursIn(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (!context) return 0;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const counts = new Map<number, number>();
      for (let at = 0; at < data.length; at += 4) {
        const shade = (value = 0) => value >> 4;
        const key = (shade(data[at]) << 8) | (shade(data[at + 1]) << 4) | shade(data[at + 2]);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts.values()].filter((count) => count * 200 > data.length / 4).length;
    },
    [...picture],
  );
}

/** Returns the problem report, as the button copies it. */
export async function copiedReport(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByRole('button', { name: 'Report copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}
