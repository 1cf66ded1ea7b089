/** Chooses the field that fits the schema of a place. */
import type { ReactElement, ComponentType } from 'react';

import { formatCount } from '../../../base/format.ts';
import { deviceModels as devices } from '../../../engine/whole-catalogue.ts';
import { isGroup, nameOf, type Path } from '../paths.ts';
import {
  choicesOf,
  fieldsOf,
  present,
  tagOf,
  typesOf,
  aboutOf,
  initial,
  branchOf,
  wordOf,
  type Schema,
  absentValue,
  resolved,
} from '../schema.ts';
import { FieldRow, GroupProblems, idOf, useForm } from './FieldRow.tsx';
import { ListField } from './ListField.tsx';
import {
  ChoiceField,
  NumberField,
  SwitchField,
  TextField,
  titleOf,
  type FieldProps,
  amountText,
} from './Scalars.tsx';

/** Renders any field. */
export function Field(props: FieldProps): ReactElement | null {
  const { schema, optional } = present(props.schema);
  if (schema['x-of'] === 'models') {
    return <HardwareField {...props} schema={schema} />;
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

/** Renders a group of fields with its title. */
function Group(props: FieldProps): ReactElement {
  const { path, schema } = props;
  // `ListField` renders the titles of its items.
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
  /** Fields that the caller renders. */
  without?: readonly string[];
}

/** Renders the fields of a group without a border, and any unknown fields in it. */
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

/** Renders the unknown fields in a group. */
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
      <code>{name}</code> is not a field of this group. It is kept until you remove it.
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

interface OptionalGroupProps extends FieldProps {
  Inside: ComponentType<FieldProps>;
}

/** Renders a switch, and the fields while it is on. */
function OptionalGroup({ path, schema, value, Inside }: OptionalGroupProps): ReactElement {
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

interface VariantFieldProps extends FieldProps {
  Inside: ComponentType<FieldProps & { without?: readonly string[] }>;
}

/** Renders the choice of the kind, and the fields of the chosen kind. */
function VariantField({ path, schema, value, Inside }: VariantFieldProps): ReactElement {
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
            {!branch && <option value={now}>{now} (unknown)</option>}
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

/** Returns the values that the next kind has too, such as sizes and the filesystem. */
function kept(group: Record<string, unknown>, next: Schema, tag: string): object {
  const shared = fieldsOf(next).filter(([name]) => name !== tag && name in group);
  return Object.fromEntries(shared.map(([name]) => [name, group[name]]));
}

const OWN = '(custom values)';

/** Renders the hardware of a device: a model of the engine's table with its figures explained, or custom figures. */
function HardwareField({ path, schema, value }: FieldProps): ReactElement {
  const { change } = useForm();
  const label = titleOf(path, schema);
  const own = isGroup(value);
  const model = devices.find(({ id }) => id === value);
  const figures = figuresSchema(schema);
  const choose = (id: string) => {
    const next = id === OWN ? spare(model?.figures ?? devices[0]?.figures, figures) : id;
    change(path, next, `${label} to ${id}`);
  };
  return (
    <>
      <FieldRow name={nameOf(path)} label={label} about={model?.reason ?? aboutOf(schema)}>
        {(control) => (
          <select
            {...control}
            value={own ? OWN : String(value)}
            onChange={(event) => choose(event.target.value)}
          >
            {!own && !model && <option value={String(value)}>{String(value)} (unknown)</option>}
            {devices.map(({ id, title }) => (
              <option key={id} value={id}>
                {title} ({id})
              </option>
            ))}
            <option value={OWN}>Custom values…</option>
          </select>
        )}
      </FieldRow>
      {own && (
        <fieldset className="form-group" id={idOf(`${nameOf(path)}.`)}>
          <legend>Values</legend>
          <Fields path={path} schema={figures} value={value} />
        </fieldset>
      )}
      {model && (
        <details className="form-figures">
          <summary>Properties of this device</summary>
          <Figures schema={figures} figures={model.figures} />
        </details>
      )}
    </>
  );
}

function figuresSchema(schema: Schema): Schema {
  const branches = (schema.anyOf ?? []).map(resolved);
  return branches.find((branch) => typesOf(branch).includes('object')) ?? {};
}

/** Returns the figures without those that equal their defaults. */
function spare(figures: object | undefined, schema: Schema): object {
  const absent = new Map(fieldsOf(schema).map(([name, field]) => [name, absentValue(field)]));
  const entries = Object.entries(figures ?? {}) as [string, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== null && value !== absent.get(name)),
  );
}

interface FiguresProps {
  schema: Schema;
  figures: Record<string, unknown>;
}

function Figures({ schema, figures }: FiguresProps): ReactElement {
  const rows = fieldsOf(schema).map(([name, field]) => [name, present(field).schema] as const);
  return (
    <dl>
      {rows.map(([name, field]) => {
        const value = figures[name];
        if (isGroup(value)) {
          return (
            <div key={name}>
              <dt>{titleOf([name], field)}</dt>
              <dd>
                {aboutOf(field)}
                <Figures schema={field} figures={value} />
              </dd>
            </div>
          );
        }
        // A value of 0 means that the device lacks the property.
        if (typeof value !== 'number' || value === 0) {
          return null;
        }
        const unit = field['x-unit'] ?? '';
        const amount = amountText(value, unit);
        return (
          <div key={name}>
            <dt>
              {titleOf([name], field)}{' '}
              <b className="number">
                {formatCount(value)} {unit}
                {amount !== '' && ` = ${amount}`}
              </b>
            </dt>
            <dd>{aboutOf(field)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
