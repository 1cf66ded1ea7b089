/** A scenario with what is shown of it, as it is kept and saved, and as a file. */
import type { LinkView, Scenario } from '../../engine/types.ts';

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
