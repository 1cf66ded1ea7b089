/** Opens what was saved as a file: a scenario, a scenario with its view, or a list of named ones. */
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { fromLinkView } from '../../core/link/state.ts';
import { viewInFile } from '../../core/storage/experiment.ts';
import { checkText } from '../../engine/documents.ts';
import type { Problem } from '../../engine/types.ts';
import { importNamed, namedInFile } from './named.ts';
import './start-named.ts';

/** Opens the text of a file; the problems if it cannot run, and the present run goes on then. */
export async function openText(text: string): Promise<Problem[]> {
  const problems = await run(text);
  const state = fromLinkView(viewInFile(text));
  if (problems.length === 0 && (state.atNs !== null || state.pin || state.view)) {
    current.address?.show(state);
  }
  return problems;
}

/** Runs a scenario that somebody typed, pasted or saved; the problems if it cannot run. */
async function run(text: string): Promise<Problem[]> {
  const result = await checkText(text);
  if (result.problems) {
    return result.problems;
  }
  const { title } = result.scenario;
  const same = title === useLab.getState().scenario?.title;
  lab.open(result.scenario, null, true, `${same ? 'edit of' : 'opening'} “${title}”`);
  return [];
}

/** Opens files that were dropped on the page, and tells what is wrong with them. */
export async function openDropped(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) {
    return;
  }
  if (files.length > 1) {
    const mend = 'Drop one of them';
    const problem = `${files.length} files were dropped, and one can be opened at a time`;
    refuse('Nothing was opened', [{ field: '', problem, mend }]);
    return;
  }
  const read = await readFile(file);
  if (read.problem) {
    refuse('The file was not opened', [read.problem]);
    return;
  }
  const named = namedInFile(read.text);
  if (named) {
    const count = importNamed(named);
    const problem = `${count} of ${named.length} scenarios of ${file.name} are now among yours`;
    const notice = { problem, mend: 'Open “Scenarios” to see them', field: '' };
    useLab.setState({
      notice: { tone: 'neutral', title: 'Scenarios were taken in', problems: [notice] },
    });
    return;
  }
  const problems = await openText(read.text);
  if (problems.length > 0) {
    refuse(`${file.name} cannot be opened`, problems);
  }
}

function refuse(title: string, problems: Problem[]): void {
  useLab.setState({ notice: { tone: 'bad', title, problems } });
}

/** A larger file is no scenario, nor a list of them; reading it would only take memory. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The text of a file, or why there is none. */
export type FileText =
  { text: string; problem?: undefined } | { text?: undefined; problem: Problem };

/** Rounded up: a file that is too large by a little must not look as if it were not. */
function mebibytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 ** 2) * 10) / 10} MiB`;
}

/** Reads a file as text. */
export async function readFile(file: File): Promise<FileText> {
  const problem = (what: string, mend: string): FileText => ({
    problem: { field: '', problem: `${file.name} ${what}`, mend },
  });
  if (file.size > FILE_BYTES_MAX) {
    return problem(
      `has ${mebibytes(file.size)}: that is too large`,
      `Files of up to ${mebibytes(FILE_BYTES_MAX)} are read; a scenario has a few kilobytes`,
    );
  }
  try {
    return { text: await file.text() };
  } catch {
    return problem('could not be read', 'Choose it again, or paste its text');
  }
}
