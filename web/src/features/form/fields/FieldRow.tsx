/**
 * One field: its label, its control, what it is, what is wrong with it or unlikely, and the form that it has at
 * hand.
 */
import { createContext, Fragment, useContext, type ReactElement, type ReactNode } from 'react';

import type { Problem } from '../../../engine/types.ts';
import { Line } from '../../../widgets/Words.tsx';
import type { Path } from '../paths.ts';

/** What a control needs of its row. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface FieldRowProps {
  /** Where it stands in the document. */
  name: string;
  label: string;
  about: string;
  /** Behind the control: the unit, the amount in other words. */
  unit?: ReactNode;
  /** Why what was just typed was not taken. */
  refused?: string;
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

/** The row. */
export function FieldRow(props: FieldRowProps): ReactElement {
  const { name, label, about, unit, refused = '', className, children } = props;
  const { problems, unlikely } = useForm();
  const id = idOf(name);
  const found = problems.filter(({ field }) => field === name);
  const warning = found.length === 0 ? unlikely.get(name) : undefined;
  return (
    <div className={className === undefined ? 'form-row' : `form-row ${className}`}>
      <label htmlFor={id}>
        {label.split('_').map((part, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <>
                _<wbr />
              </>
            )}
            {part}
          </Fragment>
        ))}
      </label>
      <span className="form-control">
        {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': found.length > 0 })}
        {unit !== undefined && unit !== '' && <span className="form-unit">{unit}</span>}
      </span>
      <div id={`${id}-about`} className="form-about">
        {about !== '' && (
          <p>
            <Line text={about} />
          </p>
        )}
        <p role="status" className="form-refused">
          {refused}
        </p>
        {found.map(({ problem, fix }, index) => (
          <p key={index} className="tone-bad">
            <Line text={`${problem} ${fix}`} />
          </p>
        ))}
        {warning !== undefined && <p className="tone-warn">Unlikely: {warning}</p>}
      </div>
    </div>
  );
}

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

/** Something to choose. */
export interface Option {
  value: string;
  label: string;
}

/** The form around a field. */
export interface FormContext {
  document: unknown;
  /** What a name of this kind may be: `devices`, `kernels`. */
  options: (kind: string) => readonly Option[];
  /** Puts a value at a place; `what` says so for undo. */
  change: (path: Path, value: unknown, what: string) => void;
  problems: readonly Problem[];
  /** What is possible and unlikely, by the name of its field. */
  unlikely: ReadonlyMap<string, string>;
}

/** The form. */
export const Form = createContext<FormContext>({
  document: null,
  options: () => [],
  change: () => undefined,
  problems: [],
  unlikely: new Map(),
});

/** The form around a field. */
export function useForm(): FormContext {
  return useContext(Form);
}

/** Id of the element that shows a place of the document. */
export function idOf(name: string): string {
  return `field:${name}`;
}
