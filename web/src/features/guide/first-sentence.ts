/** The first screen in words, for whatever scenario it shows. */
import { inSentence } from '../../core/lab/lanes.ts';
import type { Scenario } from '../../engine/types.ts';

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
