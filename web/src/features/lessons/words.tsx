/** The texts of lessons: as in `widgets/Words.tsx`, and a number and its unit stay on one line. */
import type { ReactElement } from 'react';

import { Line as PlainLine, Words as PlainWords } from '../../widgets/Words.tsx';

/** Puts a non-breaking space between each number and its unit. */
export function keepUnits(text: string): string {
  return text.replace(UNIT, '$1\u00a0');
}

const UNIT = /(\d) (?=%|(?:ms|s|kB|MB|GB|KiB|MiB|GiB)\b)/g;

export function Line({ text }: { text: string }): ReactElement {
  return <PlainLine text={keepUnits(text)} />;
}

export function Words({ text }: { text: readonly string[] }): ReactElement {
  return <PlainWords text={text.map(keepUnits)} />;
}
