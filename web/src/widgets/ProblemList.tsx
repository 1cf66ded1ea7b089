/** What is wrong, in sentences. */
import type { ReactElement } from 'react';

import { sentenceOf } from '../engine/problems.ts';
import type { Problem } from '../engine/types.ts';
import { Line } from './Words.tsx';

interface ProblemListProps {
  problems: readonly Problem[];
  /** Goes to the field of a problem; without it the sentences lead nowhere. */
  onField?: (problem: Problem) => void;
}

/** Problems as a list of sentences. */
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
