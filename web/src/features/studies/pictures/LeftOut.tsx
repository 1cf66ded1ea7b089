/** The combinations that are impossible, with the reasons. */
import type { ReactElement } from 'react';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { Line } from '../../../widgets/Words.tsx';
import { factorsOf, nameOf, varied } from './data.ts';

/** Reasons, and which combinations each is about. */
export interface LeftOutGroup {
  reason: string;
  names: string[];
}

/** The combinations by their reason, in the order of the design. */
export function leftOutGroups(result: StudyResult): LeftOutGroup[] {
  const factors = varied(factorsOf(result));
  const groups = new Map<string, string[]>();
  for (const { levels, problems } of result.left_out) {
    const reason = problems.map(({ problem }) => problem).join(' ');
    groups.set(reason, [...(groups.get(reason) ?? []), nameOf(factors, { levels })]);
  }
  return [...groups].map(([reason, names]) => ({ reason, names }));
}

/** Names of combinations that are shown for a reason. */
const NAMES_MAX = 12;

/** The list, folded; nothing where all combinations run. */
export function LeftOut({ result }: { result: StudyResult }): ReactElement | null {
  const count = result.left_out.length;
  if (count === 0) {
    return null;
  }
  return (
    <details className="study-table card">
      <summary>
        Left out, because they are impossible <span className="quiet">{count}</span>
      </summary>
      <ul className="study-left-out">
        {leftOutGroups(result).map(({ reason, names }) => (
          <li key={reason}>
            <p>
              <Line text={reason} />
            </p>
            <ul className="quiet">
              {names.slice(0, NAMES_MAX).map((name) => (
                <li key={name}>{name}</li>
              ))}
              {names.length > NAMES_MAX && <li>{`and ${names.length - NAMES_MAX} more`}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
