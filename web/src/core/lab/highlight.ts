/** Which state stands out wherever it is shown, while somebody points at it. */
import { create } from 'zustand';

import type { PageState } from '../../engine/types.ts';

/** A state of pages; or what tasks or devices do, by the name of its colour, with the state of the pages that it is about. */
export interface Lit {
  page: PageState | null;
  activity: string | null;
}

/** The state that stands out; null while all are alike. */
export const useLit = create<{ lit: Lit | null }>()(() => ({ lit: null }));

/** Lets the pages of a state stand out, or what is done with the name of a colour. */
export function light(lit: Partial<Lit> | null): void {
  useLit.setState({ lit: lit && { page: null, activity: null, ...lit } });
}

/** Whether an activity keeps its colour. */
export function isLit(
  lit: Lit | null,
  { colour, pages }: { colour: string | null; pages?: PageState },
): boolean {
  if (lit === null) {
    return true;
  }
  return lit.activity === null
    ? pages !== undefined && pages === lit.page
    : lit.activity === colour;
}
