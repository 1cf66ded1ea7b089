/** The colours of page frames as the style sheet has them. */
import { colourOf } from '../../base/theme/theme.ts';
import type { MapColours } from '../../engine/protocol.ts';
import { PAGE_STATES, type PageState } from '../../engine/types.ts';

const VARIABLES: Record<PageState, string> = {
  free: 'page-free',
  cleanInactive: 'page-clean-inactive',
  cleanActive: 'page-clean-active',
  dirty: 'page-dirty',
  writeback: 'page-writeback',
  anon: 'page-anon',
  kernel: 'page-kernel',
  isolated: 'page-isolated',
};

/** The colours of the page map in the present theme. */
export function mapColours(): MapColours {
  const pages = Object.fromEntries(
    PAGE_STATES.map((state) => [state, colourOf(VARIABLES[state])]),
  ) as Record<PageState, string>;
  const [ground, frame, shade] = ['page-free', 'surface', 'faint'].map(colourOf);
  return { pages, ground: ground ?? '', frame: frame ?? '', shade: shade ?? '' };
}
