/** What a device is: a model of the engine's table with its figures explained, or figures of its own. */
import type { ComponentType, ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { deviceModels as devices } from '../../../engine/whole-catalogue.ts';
import { isGroup, nameOf } from '../paths.ts';
import {
  aboutOf,
  absentValue,
  fieldsOf,
  present,
  resolved,
  typesOf,
  type Schema,
} from '../schema.ts';
import { FieldRow, idOf, useForm } from './FieldRow.tsx';
import { amountText, titleOf, type FieldProps } from './Scalars.tsx';

const OWN = '(own figures)';

interface HardwareFieldProps extends FieldProps {
  Inside: ComponentType<FieldProps>;
}

/** The choice of a model, and its figures. */
export function HardwareField({ path, schema, value, Inside }: HardwareFieldProps): ReactElement {
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
            {!own && !model && <option value={String(value)}>{String(value)} (not known)</option>}
            {devices.map(({ id, title }) => (
              <option key={id} value={id}>
                {title} ({id})
              </option>
            ))}
            <option value={OWN}>Own figures…</option>
          </select>
        )}
      </FieldRow>
      {own && (
        <fieldset className="form-group" id={idOf(`${nameOf(path)}.`)}>
          <legend>Figures</legend>
          <Inside path={path} schema={figures} value={value} />
        </fieldset>
      )}
      {model && (
        <details className="form-figures">
          <summary>What this device can do</summary>
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

/** The figures without those that say what their absence says. */
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
        // What is 0 it does not have.
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
