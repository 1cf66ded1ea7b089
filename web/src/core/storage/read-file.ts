/** Reads the files that somebody chooses. */
import type { Problem } from '../../engine/types.ts';

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
