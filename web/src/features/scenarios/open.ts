/** Opens files: a scenario, a scenario with its view, or a list of named scenarios. */
import { useLab } from '../../core/lab/store.ts';
import { openText } from '../../core/storage/open.ts';
import { readFile } from '../../core/storage/files.ts';
import type { Problem } from '../../engine/types.ts';
import { importNamed, namedInFile } from './named.ts';

/** Opens files dropped on the page, and reports their problems. */
export async function openDropped(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) {
    return;
  }
  if (files.length > 1) {
    const fix = 'Drop a single file';
    const problem = `${files.length} files were dropped, but only one can be opened at a time`;
    refuse('Nothing was opened', [{ field: '', problem, fix }]);
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
    const problem = `${count} of ${named.length} scenarios from ${file.name} were added to your scenarios`;
    const notice = { problem, fix: 'Open “Scenarios” to see them', field: '' };
    useLab.setState({
      notice: { tone: 'neutral', title: 'Scenarios imported', problems: [notice] },
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
