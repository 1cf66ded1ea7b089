/** Paragraphs from a data file. */
import type { ReactElement } from 'react';

/**
 * One line of text; what stands between `backticks` is a name of the kernel's. `[words](#address)` is a link within the
 * page, `[words](./page.html#address)` one to another page of the app.
 */
export function Line({ text }: { text: string }): ReactElement {
  return (
    <>
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? <code key={index}>{part}</code> : <Linked key={index} text={part} />,
        )}
    </>
  );
}

const LINK = /\[([^\]]+)\]\((#[^)\s]+|\.\/[^)\s]+)\)/;

/** A text with links: split at them, each is followed by its words and its address. */
function Linked({ text }: { text: string }): ReactElement {
  const parts = text.split(LINK);
  return (
    <>
      {parts.map((part, index) =>
        index % 3 === 1 ? (
          <a key={index} href={parts[index + 1]}>
            {part}
          </a>
        ) : (
          index % 3 === 0 && part
        ),
      )}
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
