/** Experiments as files: reads and saves a scenario with its view. */
import { formatSeconds } from '../../base/format.ts';
import type { LinkView, Scenario, Problem } from '../../engine/types.ts';
import type { LaneId } from '../lab/lanes.ts';

/** The content of a file, and of the stored session. The scenario is validated before it runs. */
export interface Experiment {
  scenario: Scenario;
  view: LinkView;
}

/** Whether a value is an object. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether a value has the fields of a scenario on which the page relies before validation. */
function isScenarioShaped(value: unknown): value is Scenario {
  return isObject(value) && typeof value['title'] === 'string' && isObject(value['machine']);
}

/** Whether a value is a valid view. */
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

/** Whether a value is an experiment. */
export function isExperiment(value: unknown): value is Experiment {
  return isObject(value) && isScenarioShaped(value['scenario']) && isView(value['view']);
}

/** Returns the text of a file: only the scenario if there is no view, so that it is a plain document. */
export function fileText({ scenario, view }: Experiment): string {
  const content = Object.keys(view).length === 0 ? scenario : { scenario, view };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Returns the view in a file's text; empty if there is none, or an invalid one. */
export function viewInFile(text: string): LinkView {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && isView(value['view'])) {
      return value['view'];
    }
  } catch {
    // The engine reports what is wrong with the text.
  }
  return {};
}

/** Maximum size of a file with a scenario or a list of them; larger files are not read. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The text of a file, or why it cannot be read. */
export type FileText =
  { text: string; problem?: undefined } | { text?: undefined; problem: Problem };

/** Rounds up, so that a file just over the limit does not appear to be within it. */
function mebibytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 ** 2) * 10) / 10} MiB`;
}

/** Reads a file as text; `bytesMost` overrides the limit for files with other content. */
export async function readFile(file: File, bytesMost = FILE_BYTES_MAX): Promise<FileText> {
  const problem = (what: string, fix: string): FileText => ({
    problem: { field: '', problem: `${file.name} ${what}`, fix },
  });
  if (file.size > bytesMost) {
    return problem(
      `is too large: ${mebibytes(file.size)}`,
      bytesMost === FILE_BYTES_MAX
        ? `Choose a file of at most ${mebibytes(bytesMost)}; a scenario has a few kilobytes`
        : `Choose a file of at most ${mebibytes(bytesMost)}`,
    );
  }
  try {
    return { text: await file.text() };
  } catch {
    return problem('could not be read', 'Choose it again, or paste its text');
  }
}

/** Returns a title in characters that every filesystem allows. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug === '' ? 'scenario' : slug;
}

/** Returns the file name for a scenario. */
export function fileNameOf(title: string): string {
  return `${slugOf(title)}.json`;
}

/** Returns the file name for data of a run: scenario, kernels, time and kind of data. */
export function runFileName(
  title: string,
  kernels: Record<LaneId, string>,
  nowNs: number,
  what: string,
): string {
  // Remove thousands separators: they would become dashes, and the time would look like two numbers.
  const moment = formatSeconds(nowNs).replaceAll(',', '');
  const parts = [title, kernels.a, 'vs', kernels.b, 'at', moment];
  return `${parts.map(slugOf).join('-')}-${what}`;
}

/** Lets the browser save the scenario with all its switches, and the view. */
export function saveScenario(scenario: Scenario, view: LinkView): void {
  saveText(fileNameOf(scenario.title), 'application/json', fileText({ scenario, view }));
}

/** Lets the browser save a text. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Lets the browser save a blob. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // In the next task the address is no longer needed: the browser has resolved it.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
