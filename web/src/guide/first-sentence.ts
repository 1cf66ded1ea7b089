/** The first screen in words, for whatever scenario it shows. */
import type { Scenario } from '../engine/types.ts';
import { inSentence } from '../lab/lanes.ts';

/** What one sees: two machines, what they do, and in what they differ. */
export function firstSentence({ title }: Pick<Scenario, 'title'>, a: string, b: string): string {
  const kernels = a === b ? `both with ${a},` : `A with ${a} and B with ${differenceIn(a, b)},`;
  return `Two simulated machines, ${kernels} run “${title}” in step, with every page frame in sight.`;
}

/** The second kernel, shorter where it is the first with something added. */
function differenceIn(a: string, b: string): string {
  const rest = b.startsWith(`${a} `) ? b.slice(a.length + 1) : null;
  const added = rest && /^(?:\+|with) (.+)$/.exec(rest)?.[1];
  return added ? `the same and ${inSentence(added)}` : b;
}

/** What both machines are doing now that reclaim is at work; while that is the same, what to watch. */
export function sentenceNow(a: string, b: string, watch: string | null): string {
  if (a !== b) {
    return `Reclaim has begun. In A: ${inSentence(a)}. In B: ${inSentence(b)}.`;
  }
  return watch === null
    ? `Reclaim has begun. In both machines: ${inSentence(a)}.`
    : `Reclaim has begun. Watch ${watch}`;
}
