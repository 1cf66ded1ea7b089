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

/** Reads a file as text. */
export async function readFile(file: File): Promise<FileText> {
  const problem = (what: string, fix: string): FileText => ({
    problem: { field: '', problem: `${file.name} ${what}`, fix },
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
