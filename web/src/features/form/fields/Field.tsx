/** The field that fits what the schema says of a place. */
import type { ReactElement } from 'react';

import { choicesOf, fieldsOf, present, tagOf, typesOf } from '../schema.ts';
import { isGroup, nameOf, type Path } from '../paths.ts';
import { idOf, useForm } from '../context.ts';
import { GroupProblems } from './GroupProblems.tsx';
import { HardwareField } from './HardwareField.tsx';
import { ListField } from './ListField.tsx';
import { OptionalGroup } from './OptionalGroup.tsx';
import { ChoiceField, NumberField, SwitchField, TextField, titleOf } from './Scalars.tsx';
import type { FieldProps } from './Scalars.tsx';
import { VariantField } from './VariantField.tsx';

/** Any field. */
export function Field(props: FieldProps): ReactElement | null {
  const { schema, optional } = present(props.schema);
  if (schema['x-of'] === 'models') {
    return <HardwareField {...props} schema={schema} Inside={Fields} />;
  }
  if (tagOf(schema)) {
    return <VariantField {...props} schema={schema} Inside={Fields} />;
  }
  if (choicesOf(schema)) {
    return <ChoiceField {...props} />;
  }
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'integer':
      return <NumberField {...props} />;
    case 'string':
      return <TextField {...props} />;
    case 'boolean':
      return <SwitchField {...props} schema={schema} />;
    case 'array':
      return <ListField {...props} schema={schema} Inside={Field} />;
    case 'object':
      return optional ? (
        <OptionalGroup {...props} schema={schema} Inside={Fields} />
      ) : (
        <Group {...props} schema={schema} />
      );
    default:
      return null;
  }
}

/** A group of fields with its title. */
function Group(props: FieldProps): ReactElement {
  const { path, schema } = props;
  // The things of a list have their title there.
  if (typeof path.at(-1) === 'number') {
    return <Fields {...props} />;
  }
  return (
    <fieldset className="form-group" id={idOf(nameOf(path))} tabIndex={-1}>
      <legend>{titleOf(path, schema)}</legend>
      <Fields {...props} />
    </fieldset>
  );
}

interface FieldsProps extends FieldProps {
  /** Fields that somebody else shows. */
  without?: readonly string[];
}

/** The fields of a group, without a frame; and what stands there and is none of them. */
export function Fields({ path, schema, value, without = [] }: FieldsProps): ReactElement {
  const group = isGroup(value) ? value : {};
  const fields = fieldsOf(schema);
  return (
    <>
      <GroupProblems name={nameOf(path)} />
      {fields
        .filter(([name]) => !without.includes(name))
        .map(([name, inside]) => (
          <Field key={name} path={[...path, name]} schema={inside} value={group[name]} />
        ))}
      <UnknownFields path={path} schema={schema} value={value} />
    </>
  );
}

/** What stands in a group and is none of its fields. */
export function UnknownFields({ path, schema, value }: FieldProps): ReactElement {
  const known = new Set(fieldsOf(schema).map(([name]) => name));
  const names = Object.keys(isGroup(value) ? value : {}).filter((name) => !known.has(name));
  return (
    <>
      {names.map((name) => (
        <UnknownField key={name} path={[...path, name]} />
      ))}
    </>
  );
}

function UnknownField({ path }: { path: Path }): ReactElement {
  const { change } = useForm();
  const name = String(path.at(-1));
  return (
    <p className="form-unknown" id={idOf(nameOf(path))} tabIndex={-1}>
      <code>{name}</code> is no field of this group. It is kept until you remove it.
      <button
        type="button"
        className="button button-small"
        onClick={() => change(path, undefined, `removal of ${name}`)}
      >
        Remove {name}
      </button>
    </p>
  );
}
