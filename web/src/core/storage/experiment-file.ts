/** Experiments as files. */
import type { LinkView } from '../../engine/types.ts';
import { isObject, isView, type Experiment } from './experiment.ts';

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
