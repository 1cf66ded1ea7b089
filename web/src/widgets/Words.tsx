/** Paragraphs from a data file. */
import type { ReactElement } from 'react';

/** One line of text; what stands between `backticks` is a name of the kernel's. */
export function Line({ text }: { text: string }): ReactElement {
  return (
    <>
      {text
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </>
  );
}

/** All of them. */
export function Words({ text }: { text: readonly string[] }): ReactElement {
  return (
    <>
      {text.map((paragraph, index) => (
        <p key={index}>
          <Line text={paragraph} />
        </p>
      ))}
    </>
  );
}
