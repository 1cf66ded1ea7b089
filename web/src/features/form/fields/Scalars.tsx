/** Fields of one value: a number, a text, a choice, a switch. */
import { useState, type ReactElement } from 'react';

import { formatCount, formatDuration } from '../../../base/format.ts';
import { nameOf, type Path } from '../paths.ts';
import { aboutOf, absentValue, choicesOf, present, wordOf, type Schema } from '../schema.ts';
import { FieldRow, useForm } from './FieldRow.tsx';
import { NumberControl } from './NumberControl.tsx';

export interface FieldProps {
  path: Path;
  schema: Schema;
  value: unknown;
}

/** Returns the title of a field, or of the item at a place. */
export function titleOf(path: Path, schema: Schema): string {
  return schema.title ?? String(path.at(-1) ?? '');
}

/** Renders an integer. */
export function NumberField({ path, schema, value }: FieldProps): ReactElement {
  const { change } = useForm();
  const { schema: meant, optional } = present(schema);
  const label = titleOf(path, meant);
  const { 'x-unit': unit = '', minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER } = meant;
  const absent = absentValue(schema);
  const now = typeof value === 'number' ? value : typeof absent === 'number' ? absent : null;
  const amount = now === null ? '' : amountText(now, unit);
  const range = meant.maximum === undefined ? '' : `${formatCount(min)} to ${formatCount(max)}`;
  const allowed = range === '' ? '' : `the Lab allows ${range}`;
  return (
    <FieldRow
      name={nameOf(path)}
      label={label}
      about={`${aboutOf(meant)}${range === '' ? '' : ` ${range}.`}`.trim()}
      unit={[unit, amount === '' ? '' : `= ${amount}`].filter(Boolean).join(' ')}
    >
      {(control) => (
        <NumberControl
          name={nameOf(path)}
          control={control}
          value={now}
          range={{ min, max, unit, whyMin: allowed, whyMax: allowed }}
          optional={optional}
          placeholder={optional ? 'default' : ''}
          onChange={(next) => {
            const what = `${label} ${valueText(now)} to ${valueText(next, unit)}`;
            change(path, next ?? undefined, what);
          }}
        />
      )}
    </FieldRow>
  );
}

/** Renders a text, or a choice of the possible names. */
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
              <option value={now}>{now} (missing)</option>
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

/** Renders a choice of a few values. */
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
          {!chosen && <option value={wordOf(now)}>{wordOf(now)} (unknown)</option>}
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

// Amounts in larger units, shown beside the plain numbers of the document.

/** Bytes, or nanoseconds, per unit. */
const BYTES: Readonly<Record<string, number>> = {
  bytes: 1,
  kB: 1024,
  pages: 4096,
  MiB: 1024 ** 2,
};
const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  '1/100 s': 1e7,
};

const SIZES: readonly (readonly [number, string])[] = [
  [1024 ** 4, 'TiB'],
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
];

/** Formats a large amount in a larger unit; empty if its own unit fits. */
export function amountText(value: number, unit: string): string {
  const bytes = value * (BYTES[unit] ?? 0);
  const size = SIZES.find(([least]) => bytes >= least);
  if (size && !(unit === 'kB' && size[1] === 'KiB') && size[1] !== unit) {
    return `${rounded(bytes / size[0])} ${size[1]}`;
  }
  const ns = value * (NANOSECONDS[unit] ?? 0);
  if (unit === 'kB/s' && value >= 1000) {
    return `${rounded(value / 1000)} MB/s`;
  }
  return ns > 0 && (value >= 1000 || unit === '1/100 s') ? formatDuration(ns) : '';
}

function rounded(value: number): string {
  return value >= 100 ? formatCount(value) : String(Number(value.toPrecision(3)));
}

/** Formats a value of a document in a few words. */
function valueText(value: unknown, unit = ''): string {
  switch (typeof value) {
    case 'number':
      return `${formatCount(value)}${unit === '' ? '' : ` ${unit}`}`;
    case 'boolean':
      return value ? 'on' : 'off';
    case 'string':
      return value === '' ? 'nothing' : value.length > 40 ? `${value.slice(0, 40)}…` : value;
    default:
      return value === undefined || value === null ? 'default' : 'changed';
  }
}
