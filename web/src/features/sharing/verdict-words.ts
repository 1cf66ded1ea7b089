/** The verdict on a link, in words. */
import { formatSeconds } from '../../base/format.ts';
import type { Verdict } from '../../core/link/verdict.ts';

/** The verdict in a few words. */
export function verdictText({ differing }: Verdict): string {
  return differing.length === 0 ? 'Reproduced exactly' : 'This engine differs';
}

/** What the verdict means, in sentences. */
export function verdictExplanation({ atNs, differing }: Verdict, engineVersion: string): string {
  const moment = formatSeconds(atNs);
  if (differing.length === 0) {
    return `At ${moment} both machines have the digests that the link carries: this is the run that its sender saw, to the byte.`;
  }
  const lanes = differing.map((lane) => lane.toUpperCase()).join(' and ');
  const whose = differing.length === 1 ? `lane ${lanes} has` : `lanes ${lanes} have`;
  return (
    `At ${moment} ${whose} another digest than the link carries. It was made with another version of the engine ` +
    `than this one (${engineVersion}); the scenario is the same, but figures may differ.`
  );
}
