import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export type Lane = 'a' | 'b';

const SMALL = 'Copying 8 GiB to a USB stick, at a sixteenth of the size';

/** The Lab as a person uses it; numbers come from the tables beside the canvases. */
export class LabPage {
  constructor(readonly page: Page) {}

  /** Opens an address and waits until both machines are there. */
  async open(address = '/'): Promise<void> {
    await this.page.goto(address);
    for (const lane of ['a', 'b'] as const) {
      await expect(this.table(lane)).toBeAttached();
    }
  }

  /** Opens the small scenario, which a test can run to its end, in real time. */
  async openSmall(): Promise<void> {
    await this.open();
    await this.page.getByLabel('Speed').selectOption({ label: '1×' });
    await this.page.locator('.picker').click();
    await this.page.getByRole('dialog').getByRole('button', { name: SMALL }).click();
    await expect(this.page.locator('.picker')).toContainText(SMALL);
    await expect.poll(() => this.pages('a', 'DMA32', 'present')).toBeLessThan(60_000);
    await expect.poll(() => this.page.url()).toContain('#v1.weiner-usb-small.');
  }

  table(lane: Lane) {
    return this.page.getByTestId(`table-${lane}`);
  }

  /** A number of pages of a zone, as the table has it. */
  async pages(lane: Lane, zone: string, name: string): Promise<number> {
    const cell = this.table(lane).locator(`tr[data-zone="${zone}"] [data-name="${name}"]`);
    return Number(await cell.textContent());
  }

  /** Virtual time of a lane, nanoseconds. */
  async nowNs(lane: Lane): Promise<number> {
    return Number(await this.table(lane).getAttribute('data-now-ns'));
  }

  /** What a measure shows for a lane. */
  async measure(metric: string, lane: Lane): Promise<string> {
    const value = this.page.locator(`[data-metric="${metric}"] [data-lane="${lane}"]`);
    return (await value.textContent()) ?? '';
  }

  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await this.isPaused();
  }

  async play(): Promise<void> {
    await this.page.getByRole('button', { name: 'Play', exact: true }).click();
  }

  /** Time stands still: the state has a digest then. */
  async isPaused(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    for (const lane of ['a', 'b'] as const) {
      await expect(this.table(lane)).toHaveAttribute('data-digest', /./);
    }
  }

  /** Goes to a moment with the timeline, and waits for it. */
  async goTo(seconds: number): Promise<void> {
    const timeline = this.page.getByLabel('Go to a moment');
    await timeline.fill(String(seconds * 1000));
    await timeline.blur();
    await expect
      .poll(async () => [await this.nowNs('a'), await this.nowNs('b')])
      .toEqual([seconds * 1e9, seconds * 1e9]);
    await this.isPaused();
  }

  /** The digests of both machines, which stand still. */
  async digests(): Promise<(string | null)[]> {
    return Promise.all(
      (['a', 'b'] as const).map((lane) => this.table(lane).getAttribute('data-digest')),
    );
  }

  /** The switch of a mechanism in the lane whose switches are shown. */
  mechanism(name: string) {
    return this.page.getByRole('switch', { name, exact: true });
  }

  /** Switches a mechanism on; the engine has the last word, so it may take a moment. */
  async switchOn(name: string): Promise<void> {
    await this.mechanism(name).click();
    await expect(this.mechanism(name)).toBeChecked();
  }
}

/** Number of colours that cover a fair part of a picture. */
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
