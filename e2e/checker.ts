import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the axe rules that the page, or a part of it, violates, each with the first element that violates it. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // Our pages have no iframes, so axe needs no second page to merge its findings.
  const checker = new AxeBuilder({ page }).setLegacyMode();
  const found = await (part === undefined ? checker : checker.include(part)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}
