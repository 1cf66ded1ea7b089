/** What is wrong with a group or a list as a whole. */
import type { ReactElement } from 'react';

import { Line } from '../../../widgets/Words.tsx';
import { useForm } from '../context.ts';

/** The sentences. */
export function GroupProblems({ name }: { name: string }): ReactElement {
  const { problems, unlikely } = useForm();
  const found = problems.filter(({ field }) => field === name);
  const warning = unlikely.get(name);
  return (
    <>
      {found.map(({ problem, fix }, index) => (
        <p key={index} className="form-whole tone-bad">
          <Line text={`${problem} ${fix}`} />
        </p>
      ))}
      {warning !== undefined && <p className="form-whole tone-warn">Unlikely: {warning}</p>}
    </>
  );
}
