/** Experiments as files: a scenario with what is shown of it, read from files and saved as one. */
import { formatSeconds } from '../../base/format.ts';
import type { LinkView, Scenario, Problem } from '../../engine/types.ts';
import type { LaneId } from '../lab/lanes.ts';

/** The document that a file holds, and an entry of what is kept. Its scenario is checked before it runs. */
export interface Experiment {
  scenario: Scenario;
  view: LinkView;
}

/** Whether something has fields. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether something has the shape of a scenario, as far as the page relies on it before the engine has looked. */
function isScenarioShaped(value: unknown): value is Scenario {
  return isObject(value) && typeof value['title'] === 'string' && isObject(value['machine']);
}

/** Whether something is a view that can be put on the page. */
export function isView(value: unknown): value is LinkView {
  if (!isObject(value)) {
    return false;
  }
  const { at_ns: atNs, pin, view, digests } = value;
  const place = (part: unknown, numbers: readonly string[]) =>
    part === undefined ||
    (isObject(part) &&
      typeof part['zone'] === 'string' &&
      numbers.every((name) => isCount(part[name])));
  return (
    (atNs === undefined || isCount(atNs)) &&
    place(pin, ['frame']) &&
    place(view, ['from', 'frames']) &&
    (digests === undefined ||
      (Array.isArray(digests) &&
        digests.length === 2 &&
        digests.every((digest) => typeof digest === 'string')))
  );
}

/** Whether something is an experiment. */
export function isExperiment(value: unknown): value is Experiment {
  return isObject(value) && isScenarioShaped(value['scenario']) && isView(value['view']);
}

/** The text of a file: the scenario alone where nothing is shown of it, so that it stays a plain document. */
export function fileText({ scenario, view }: Experiment): string {
  const content = Object.keys(view).length === 0 ? scenario : { scenario, view };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The view that a file's text has with its scenario; nothing where it has none that can be used. */
export function viewInFile(text: string): LinkView {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && isView(value['view'])) {
      return value['view'];
    }
  } catch {
    // The engine tells what is wrong with the text.
  }
  return {};
}

/** A larger file is no scenario, nor a list of them; reading it would only take memory. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The text of a file, or why there is none. */
export type FileText =
  { text: string; problem?: undefined } | { text?: undefined; problem: Problem };

/** Rounded up: a file that is too large by a little must not look as if it were not. */
function mebibytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 ** 2) * 10) / 10} MiB`;
}

/** Reads a file as text; `bytesMost` where others than scenarios are expected. */
export async function readFile(file: File, bytesMost = FILE_BYTES_MAX): Promise<FileText> {
  const problem = (what: string, fix: string): FileText => ({
    problem: { field: '', problem: `${file.name} ${what}`, fix },
  });
  if (file.size > bytesMost) {
    return problem(
      `has ${mebibytes(file.size)}: that is too large`,
      bytesMost === FILE_BYTES_MAX
        ? `Files of up to ${mebibytes(bytesMost)} are read; a scenario has a few kilobytes`
        : `Files of up to ${mebibytes(bytesMost)} are read`,
    );
  }
  try {
    return { text: await file.text() };
  } catch {
    return problem('could not be read', 'Choose it again, or paste its text');
  }
}

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
