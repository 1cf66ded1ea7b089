import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the rules that axe finds violated in the page or a part of it, each with the first violating element. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // Our pages have no frames, so axe needs no second page to merge its findings.
  const checker = new AxeBuilder({ page }).setLegacyMode();
  const found = await (part === undefined ? checker : checker.include(part)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}
