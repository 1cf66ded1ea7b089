/** A labelled control, with what is wrong with it below. */
import { useId, type ReactElement } from 'react';

import { sentenceOf } from '../../../engine/problems.ts';
import type { Problem } from '../../../engine/types.ts';
import { Line } from '../../../widgets/Words.tsx';

/** What every control has. */
export interface ControlProps {
  id: string;
  'data-field': string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  /** Its path in the study. */
  name: string;
  label: string;
  hint?: string;
  problems: readonly Problem[];
  children: (props: ControlProps) => ReactElement;
}

/** The control. */
export function Field({ name, label, hint, problems, children }: FieldProps): ReactElement {
  const id = useId();
  const own = problems.filter(({ field }) => field === name);
  const about = [...(hint ? [`${id}-hint`] : []), ...(own.length > 0 ? [`${id}-bad`] : [])];
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'data-field': name,
        'aria-invalid': own.length > 0,
        'aria-describedby': about.length > 0 ? about.join(' ') : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="quiet form-hint">
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <p id={`${id}-bad`} className="form-bad">
          <Line text={own.map(sentenceOf).join(' ')} />
        </p>
      )}
    </div>
  );
}
