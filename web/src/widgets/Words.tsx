/** Paragraphs from a data file, and problems as sentences. */
import type { ReactElement } from 'react';

import { sentenceOf } from '../engine/problems.ts';
import type { Problem } from '../engine/types.ts';

/**
 * Renders one line of text. A text between `backticks` is a name from the kernel. `[words](#address)` is a link within
 * the page, `[words](./page.html#address)` one to another page of the app.
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

/**
 * Renders a text with links. The text is split at the links, so that each link gives two pieces: its words and its
 * address.
 */
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

interface ProblemListProps {
  problems: readonly Problem[];
  /** Goes to the field of a problem; without it the sentences are not links. */
  onField?: (problem: Problem) => void;
}

/** Renders problems as a list of sentences. */
export function ProblemList({ problems, onField }: ProblemListProps): ReactElement {
  return (
    <ul className="problems">
      {problems.map((problem, index) => (
        <li key={index}>
          {onField && problem.field !== '' ? (
            <button type="button" className="problem-link" onClick={() => onField(problem)}>
              <Line text={sentenceOf(problem)} />
            </button>
          ) : (
            <Line text={sentenceOf(problem)} />
          )}
        </li>
      ))}
    </ul>
  );
}
