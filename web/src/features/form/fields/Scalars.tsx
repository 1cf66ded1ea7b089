/** Fields of one value: a number, a text, a choice, a switch. */
import { useState, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { amountText, valueText } from '../amounts.ts';
import { useForm } from '../context.ts';
import { nameOf, type Path } from '../paths.ts';
import { aboutOf, absentValue, choicesOf, present, wordOf, type Schema } from '../schema.ts';
import { FieldRow } from './FieldRow.tsx';
import { NumberControl } from './NumberControl.tsx';

export interface FieldProps {
  path: Path;
  schema: Schema;
  value: unknown;
}

/** The title of a field, or of the thing at a place. */
export function titleOf(path: Path, schema: Schema): string {
  return schema.title ?? String(path.at(-1) ?? '');
}

/** A whole number. */
export function NumberField({ path, schema, value }: FieldProps): ReactElement {
  const { change } = useForm();
  const [refused, setRefused] = useState('');
  const { schema: meant, optional } = present(schema);
  const label = titleOf(path, meant);
  const { 'x-unit': unit = '', minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER } = meant;
  const absent = absentValue(schema);
  const now = typeof value === 'number' ? value : typeof absent === 'number' ? absent : null;
  const amount = now === null ? '' : amountText(now, unit);
  const range = meant.maximum === undefined ? '' : ` ${formatCount(min)} to ${formatCount(max)}.`;
  return (
    <FieldRow
      name={nameOf(path)}
      label={label}
      about={`${aboutOf(meant)}${range}`.trim()}
      unit={[unit, amount === '' ? '' : `= ${amount}`].filter(Boolean).join(' ')}
      refused={refused}
    >
      {(control) => (
        <NumberControl
          control={control}
          value={now}
          min={min}
          max={max}
          optional={optional}
          placeholder={optional ? 'default' : ''}
          onRefused={setRefused}
          onChange={(next) => {
            const what = `${label} ${valueText(now)} to ${valueText(next, unit)}`;
            change(path, next ?? undefined, what);
          }}
        />
      )}
    </FieldRow>
  );
}

/** A text, or one of the names that it may be. */
export function TextField({ path, schema, value }: FieldProps): ReactElement {
  const { change, options } = useForm();
  const { schema: meant, optional } = present(schema);
  const [typed, setTyped] = useState<string | null>(null);
  const label = titleOf(path, meant);
  const now = typeof value === 'string' ? value : '';
  const of = meant['x-of'];
  const put = (next: string) => {
    if (next !== now) {
      const gone = next === '' && absentValue(schema) === undefined && optional;
      change(path, gone ? undefined : next, `${label} to ${valueText(next)}`);
    }
  };
  if (of !== undefined) {
    const known = options(of);
    return (
      <FieldRow name={nameOf(path)} label={label} about={aboutOf(meant)}>
        {(control) => (
          <select {...control} value={now} onChange={(event) => put(event.target.value)}>
            {optional && <option value="">none</option>}
            {!known.some((option) => option.value === now) && now !== '' && (
              <option value={now}>{now} (not there)</option>
            )}
            {known.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
    );
  }
  const long = path.at(-1) === 'description';
  return (
    <FieldRow
      name={nameOf(path)}
      label={label}
      about={aboutOf(meant)}
      className={long ? 'form-row-wide' : ''}
    >
      {(control) => {
        const props = {
          ...control,
          value: typed ?? now,
          onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
          onBlur: () => {
            setTyped(null);
            put(typed ?? now);
          },
        };
        return long ? (
          <textarea rows={3} {...props} />
        ) : (
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...props}
            onKeyDown={(event) => event.key === 'Enter' && put(typed ?? now)}
          />
        );
      }}
    </FieldRow>
  );
}

/** One of a few values. */
export function ChoiceField({ path, schema, value }: FieldProps): ReactElement {
  const { change } = useForm();
  const { schema: meant } = present(schema);
  const label = titleOf(path, meant);
  const choices = choicesOf(meant) ?? [];
  const now = value ?? absentValue(schema);
  const chosen = choices.find((choice) => choice.value === now);
  return (
    <FieldRow
      name={nameOf(path)}
      label={label}
      about={[aboutOf(meant), chosen?.about ?? ''].join(' ').trim()}
      unit={meant['x-unit']}
    >
      {(control) => (
        <select
          {...control}
          value={wordOf(now)}
          onChange={(event) => {
            const next = choices.find((choice) => wordOf(choice.value) === event.target.value);
            change(path, next?.value, `${label} to ${event.target.value}`);
          }}
        >
          {!chosen && <option value={wordOf(now)}>{wordOf(now)} (not known)</option>}
          {choices.map((choice) => (
            <option key={wordOf(choice.value)} value={wordOf(choice.value)}>
              {wordOf(choice.value)}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

/** On or off. */
export function SwitchField({ path, schema, value }: FieldProps): ReactElement {
  const { change } = useForm();
  const label = titleOf(path, schema);
  const on = typeof value === 'boolean' ? value : absentValue(schema) === true;
  return (
    <FieldRow name={nameOf(path)} label={label} about={aboutOf(schema)}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          checked={on}
          onChange={() => change(path, !on, `${label} ${on ? 'off' : 'on'}`)}
        />
      )}
    </FieldRow>
  );
}
