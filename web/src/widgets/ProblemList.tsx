/** What is wrong, in sentences. */
import type { ReactElement } from 'react';

import { sentenceOf } from '../engine/problems.ts';
import type { Problem } from '../engine/types.ts';

/** Problems as a list of sentences. */
export function ProblemList({ problems }: { problems: readonly Problem[] }): ReactElement {
  return (
    <ul className="problems">
      {problems.map((problem, index) => (
        <li key={index}>{sentenceOf(problem)}</li>
      ))}
    </ul>
  );
}
