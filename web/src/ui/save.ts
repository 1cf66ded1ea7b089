/** Gives the scenario out as a file. */
import type { Scenario } from '../engine/types.ts';

/** Name of the file: the title, in letters that every filesystem takes. */
export function fileNameOf(title: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${stem === '' ? 'scenario' : stem}.json`;
}

/** Lets the browser save the scenario with everything that was switched. */
export function saveScenario(scenario: Scenario): void {
  const text = `${JSON.stringify(scenario, null, 2)}\n`;
  saveText(fileNameOf(scenario.title), 'application/json', text);
}

/** Lets the browser save a text. */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has taken its copy by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
