/** The colours of activities, while all are alike and while one stands out. */
import { colourOf } from '../../base/theme/theme.ts';
import { isLit, type Lit } from '../../core/lab/highlight.ts';
import { faded } from '../../engine/colours.ts';
import type { Activity } from './activity.ts';

/** Colours by the engine's number of the state, as `#rrggbb`; null for the ground. */
export function shownColours(
  states: readonly Activity[],
  lit: Lit | null,
  ground: string,
): (string | null)[] {
  return states.map((activity) => {
    const colour = activity.colour && colourOf(activity.colour);
    return colour && !isLit(lit, activity) ? faded(colour, ground) : colour;
  });
}
