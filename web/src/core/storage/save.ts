/** Gives the scenario out as a file. */
import { formatSeconds } from '../../base/format.ts';
import type { LinkView, Scenario } from '../../engine/types.ts';
import type { LaneId } from '../lab/lanes.ts';
import { fileText } from './experiment.ts';

/** A title in letters that every filesystem takes. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug === '' ? 'scenario' : slug;
}

/** Name of the file of a scenario. */
export function fileNameOf(title: string): string {
  return `${slugOf(title)}.json`;
}

/** Name of a file about a run: the scenario, the kernels, the moment, and what is in it. */
export function runFileName(
  title: string,
  kernels: Record<LaneId, string>,
  nowNs: number,
  what: string,
): string {
  // A separator would become a dash, as between two numbers.
  const moment = formatSeconds(nowNs).replaceAll(',', '');
  const parts = [title, kernels.a, 'vs', kernels.b, 'at', moment];
  return `${parts.map(slugOf).join('-')}-${what}`;
}

/** Lets the browser save the scenario with everything that was switched, and what is shown of it. */
export function saveScenario(scenario: Scenario, view: LinkView): void {
  saveText(fileNameOf(scenario.title), 'application/json', fileText({ scenario, view }));
}

/** Lets the browser save a text. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Lets the browser save anything. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has taken its copy by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
