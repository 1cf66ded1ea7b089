import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the axe rules that the page, or a part of it, violates, each with the first element that violates it. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // In legacy mode, axe opens no second page to merge the findings of iframes; our pages have none.
  const checker = new AxeBuilder({ page }).setLegacyMode();
  // The code of a dialog loads when it is first opened.
  if (part !== undefined) {
    await page.locator(part).first().waitFor();
  }
  const found = await (part === undefined ? checker : checker.include(part)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}
