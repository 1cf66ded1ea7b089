/** Fields of one value: a number, a text, a choice, a switch. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatCount, formatDuration } from '../../../base/format.ts';
import { nameOf, type Path } from '../paths.ts';
import { aboutOf, absentValue, choicesOf, present, wordOf, type Schema } from '../schema.ts';
import { FieldRow, useForm, type ControlProps } from './FieldRow.tsx';

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

/** Wall time without a key press, after which the value is applied. */
const REST_MS = 700;

interface NumberControlProps {
  control: ControlProps;
  value: number | null;
  min: number;
  max: number;
  /** Whether the field may be empty. */
  optional: boolean;
  /** Shown while the field is empty. */
  placeholder: string;
  onChange: (value: number | null) => void;
  /** Called with the reason why the typed text was not accepted, and with an empty text once it is accepted. */
  onRefused: (why: string) => void;
}

export function NumberControl(props: NumberControlProps): ReactElement {
  const { control, value, min, max, optional, placeholder, onChange, onRefused } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const shown = value === null ? '' : formatCount(value);

  /** Applies the typed text; a value that is too small becomes the minimum only when typing has `ended`. */
  const take = (text: string, ended: boolean) => {
    window.clearTimeout(timer.current);
    const digits = text.replaceAll(/\D/g, '');
    const wanted = digits === '' ? null : Number(digits);
    const low = wanted !== null && wanted < min;
    if ((low && !ended) || (wanted === null && !optional)) {
      if (ended) {
        setTyped(null);
      }
      return;
    }
    if (low) {
      onRefused(`At least ${formatCount(min)}.`);
    }
    const next = wanted === null ? null : Math.max(min, wanted);
    if (ended) {
      setTyped(null);
    }
    if (next !== value) {
      onChange(next);
    }
  };
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
    if (Number(digits) > max) {
      onRefused(`At most ${formatCount(max)}.`);
      return;
    }
    onRefused(/[^\d,\s]/.test(text) ? 'Enter a whole number.' : '');
    setTyped(digits);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => take(digits, false), REST_MS);
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const from = typed === null ? (value ?? min) : Number(typed);
      type(String(Math.min(max, Math.max(min, from + by))));
    } else if (event.key === 'Enter') {
      take(typed ?? shown, true);
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      window.clearTimeout(timer.current);
      setTyped(null);
    }
  };
  return (
    <input
      {...control}
      type="text"
      inputMode="numeric"
      role="spinbutton"
      className="form-number"
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      {...(value === null ? {} : { 'aria-valuenow': value })}
      placeholder={placeholder}
      value={typed ?? shown}
      onChange={(event) => type(event.target.value)}
      onKeyDown={key}
      onBlur={() => typed !== null && take(typed, true)}
    />
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
