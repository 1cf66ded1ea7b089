/** A group that may be there or not, such as swap. */
import type { ComponentType, ReactElement } from 'react';

import { useForm } from '../context.ts';
import { nameOf } from '../paths.ts';
import { aboutOf, initial } from '../schema.ts';
import { FieldRow } from './FieldRow.tsx';
import { titleOf, type FieldProps } from './Scalars.tsx';

interface OptionalGroupProps extends FieldProps {
  Inside: ComponentType<FieldProps>;
}

/** A switch, and the fields while it is on. */
export function OptionalGroup({ path, schema, value, Inside }: OptionalGroupProps): ReactElement {
  const { change, options } = useForm();
  const there = value !== undefined && value !== null;
  const title = titleOf(path, schema);
  const names = {
    of: (kind: string) => options(kind).map((option) => option.value),
    unused: (field: string) => field,
  };
  return (
    <div className="form-group">
      <FieldRow name={nameOf(path)} label={title} about={aboutOf(schema)}>
        {(control) => (
          <input
            {...control}
            type="checkbox"
            checked={there}
            onChange={() => {
              const next = there ? undefined : initial(schema, names);
              change(path, next, `${title} ${there ? 'off' : 'on'}`);
            }}
          />
        )}
      </FieldRow>
      {there && <Inside path={path} schema={schema} value={value} />}
    </div>
  );
}
