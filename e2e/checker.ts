import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What the checker has against what is shown, or a part of it: each rule, with the first element that breaks it. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // No page of ours has frames: the checker needs no second page to put its findings together.
  const checker = new AxeBuilder({ page }).setLegacyMode();
  const found = await (part === undefined ? checker : checker.include(part)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}
