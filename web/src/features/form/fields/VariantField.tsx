/** A thing of one of several kinds, each with fields of its own: a program of the workload. */
import type { ComponentType, ReactElement } from 'react';

import { useForm } from '../context.ts';
import { isGroup, nameOf } from '../paths.ts';
import { aboutOf, branchOf, fieldsOf, initial, tagOf, wordOf, type Schema } from '../schema.ts';
import { FieldRow } from './FieldRow.tsx';
import { titleOf, type FieldProps } from './Scalars.tsx';

interface VariantFieldProps extends FieldProps {
  Inside: ComponentType<FieldProps & { without?: readonly string[] }>;
}

/** The choice of the kind, and the fields of the one that is chosen. */
export function VariantField({ path, schema, value, Inside }: VariantFieldProps): ReactElement {
  const { change, options } = useForm();
  const group = isGroup(value) ? value : {};
  const { tag, names } = tagOf(schema) ?? { tag: '', names: [] };
  const now = wordOf(group[tag]);
  const branch = branchOf(schema, now);
  const label = titleOf([tag], branch?.properties?.[tag] ?? {});
  const choose = (name: string) => {
    const next = branchOf(schema, name) ?? {};
    const known = {
      of: (kind: string) => options(kind).map((option) => option.value),
      unused: (field: string) => field,
    };
    change(
      path,
      { ...(initial(next, known) as object), ...kept(group, next, tag) },
      `${label} to ${name}`,
    );
  };
  return (
    <>
      <FieldRow
        name={nameOf([...path, tag])}
        label={label}
        about={branch ? aboutOf(branch) : ''}
        className="form-row-choice"
      >
        {(control) => (
          <select {...control} value={now} onChange={(event) => choose(event.target.value)}>
            {!branch && <option value={now}>{now} (not known)</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
      {branch && <Inside path={path} schema={branch} value={value} without={[tag]} />}
    </>
  );
}

/** What the next kind has too: sizes and the filesystem stay as they are. */
function kept(group: Record<string, unknown>, next: Schema, tag: string): object {
  const shared = fieldsOf(next).filter(([name]) => name !== tag && name in group);
  return Object.fromEntries(shared.map(([name]) => [name, group[name]]));
}
