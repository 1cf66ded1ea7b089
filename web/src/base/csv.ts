/** Comma-separated values as RFC 4180 has them. */

/** A field; nothing is written for what is not there. */
export type Field = string | number | null | undefined;

/** The text of a file with these lines. */
export function csvText(lines: readonly (readonly Field[])[]): string {
  return lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function quoted(field: Field): string {
  const text = field === null || field === undefined ? '' : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
