/** One field: its label, its control, its description, its problems or warnings; and the context of its form. */
import { createContext, Fragment, useContext, type ReactElement, type ReactNode } from 'react';

import type { Problem } from '../../../engine/types.ts';
import { Line } from '../../../widgets/Words.tsx';
import type { Path } from '../paths.ts';
import { useEditor } from '../store.ts';

/** Props that a row passes to its control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface FieldRowProps {
  /** Place of the field in the document. */
  name: string;
  label: string;
  about: string;
  /** After the control: the unit, or the amount in a larger unit. */
  unit?: ReactNode;
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

export function FieldRow(props: FieldRowProps): ReactElement {
  const { name, label, about, unit, className, children } = props;
  const { problems, unlikely } = useForm();
  const refused = useEditor(({ typed }) => typed[name]?.refused ?? '');
  const id = idOf(name);
  const found = problems.filter(({ field }) => field === name);
  const warning = found.length === 0 && refused === '' ? unlikely.get(name) : undefined;
  const invalid = found.length > 0 || refused !== '';
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
        {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': invalid })}
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
        {warning !== undefined && <p className="tone-warn">Unusual: {warning}</p>}
      </div>
    </div>
  );
}

/** Renders the problems of a group. */
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
      {warning !== undefined && <p className="form-whole tone-warn">Unusual: {warning}</p>}
    </>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** The form around a field. */
export interface FormContext {
  document: unknown;
  /** Returns the possible names of a kind: `devices`, `kernels`. */
  options: (kind: string) => readonly Option[];
  /** Sets the value at a place; `what` names the change for undo. */
  change: (path: Path, value: unknown, what: string) => void;
  problems: readonly Problem[];
  /** Warnings about unlikely values, by the name of the field. */
  unlikely: ReadonlyMap<string, string>;
}

export const Form = createContext<FormContext>({
  document: null,
  options: () => [],
  change: () => undefined,
  problems: [],
  unlikely: new Map(),
});

/** Returns the form around a field. */
export function useForm(): FormContext {
  return useContext(Form);
}

/** Id of the element for a place in the document. */
export function idOf(name: string): string {
  return `field:${name}`;
}
