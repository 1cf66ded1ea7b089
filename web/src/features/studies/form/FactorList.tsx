/** The factors of a study, one card each. */
import { useId, useMemo, useState, type ReactElement } from 'react';

import { deviceModels, wholeCatalogue } from '../../../engine/whole-catalogue.ts';
import type { Problem } from '../../../engine/types.ts';
import { Field, fieldPaths, type ControlProps } from './fields.tsx';
import { listOf, numberOf, textOf, valuesIn, valuesText, wordsIn, type Fields } from './shape.ts';

/** The kinds of factors, with the initial fields of each. */
const KINDS: readonly { vary: string; title: string; start: Fields }[] = [
  {
    vary: 'field',
    title: 'Field, list of values',
    start: { path: 'vm.dirty_ratio', values: [10, 20, 40] },
  },
  {
    vary: 'range',
    title: 'Field, range of values',
    start: { path: 'vm.dirty_ratio', from: 5, to: 40, steps: 3 },
  },
  { vary: 'ram', title: 'RAM', start: { values_mib: [512, 1024, 2048] } },
  {
    vary: 'mechanism',
    title: 'Patch, off and on',
    start: { id: 'no_direct_fs_writeback', lane: 'b' },
  },
];

interface FactorListProps {
  base: Fields | null;
  factors: readonly Fields[];
  problems: readonly Problem[];
  onChange: (factors: readonly Fields[]) => void;
}

export function FactorList({ base, factors, problems, onChange }: FactorListProps): ReactElement {
  const paths = useMemo(() => fieldPaths(base), [base]);
  const pathList = useId();
  const put = (at: number, factor: Fields) =>
    onChange(factors.map((other, of) => (of === at ? factor : other)));
  return (
    <>
      <datalist id={pathList}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {factors.length === 0 && (
        <p className="quiet">Without factors, the runs differ only in their seeds.</p>
      )}
      {factors.map((factor, at) => (
        <FactorCard
          key={at}
          name={`factors[${at}]`}
          number={at + 1}
          factor={factor}
          pathList={pathList}
          problems={problems}
          onChange={(to) => put(at, to)}
          onRemove={() => onChange(factors.filter((_, of) => of !== at))}
        />
      ))}
      <div>
        <button
          type="button"
          className="button"
          data-field="factors"
          onClick={() => onChange([...factors, { vary: 'field', ...KINDS[0]?.start }])}
        >
          Add a factor
        </button>
      </div>
    </>
  );
}

interface FactorCardProps {
  /** Path of the factor in the study. */
  name: string;
  number: number;
  factor: Fields;
  pathList: string;
  problems: readonly Problem[];
  onChange: (factor: Fields) => void;
  onRemove: () => void;
}

function FactorCard(props: FactorCardProps): ReactElement {
  const { name, number, factor, pathList, problems, onChange, onRemove } = props;
  const kind = textOf(factor, 'vary');
  const set = (fields: Fields) => onChange({ ...factor, ...fields });
  const whole = (field: string, label: string) => (
    <Field name={`${name}.${field}`} label={label} problems={problems}>
      {(control) => (
        <NumberInput
          control={control}
          value={numberOf(factor, field)}
          onChange={(value) => set({ [field]: value })}
        />
      )}
    </Field>
  );
  return (
    <div className="factor" role="group" aria-label={`Factor ${number}`}>
      <div className="factor-head">
        <Field name={`${name}.vary`} label={`Factor ${number}`} problems={problems}>
          {(control) => (
            <select
              {...control}
              className="button"
              value={kind}
              onChange={({ target }) => {
                const start = KINDS.find(({ vary }) => vary === target.value)?.start;
                onChange({ vary: target.value, ...start });
              }}
            >
              {KINDS.every(({ vary }) => vary !== kind) && <option value={kind}>{kind}</option>}
              {KINDS.map(({ vary, title }) => (
                <option key={vary} value={vary}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button
          type="button"
          className="button button-small"
          aria-label={`Remove factor ${number}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
      {(kind === 'field' || kind === 'range') && (
        <Field name={`${name}.path`} label="Field" problems={problems}>
          {(control) => (
            <input
              {...control}
              list={pathList}
              spellCheck={false}
              value={textOf(factor, 'path')}
              onChange={(event) => set({ path: event.target.value })}
            />
          )}
        </Field>
      )}
      {kind === 'field' && (
        <FieldValues name={name} factor={factor} problems={problems} onChange={set} />
      )}
      {kind === 'range' && (
        <div className="factor-row">
          {whole('from', 'From')}
          {whole('to', 'To')}
          {whole('steps', 'Values')}
        </div>
      )}
      {kind === 'ram' && (
        <Field
          name={`${name}.values_mib`}
          label="RAM, MiB"
          hint="Numbers separated by commas."
          problems={problems}
        >
          {(control) => (
            <ListInput
              control={control}
              values={listOf(factor, 'values_mib')}
              onChange={(values) => set({ values_mib: values })}
            />
          )}
        </Field>
      )}
      {kind === 'mechanism' && (
        <MechanismFields name={name} factor={factor} problems={problems} onChange={set} />
      )}
    </div>
  );
}

interface PartProps<T> {
  name: string;
  factor: Fields;
  problems: readonly Problem[];
  onChange: (value: T) => void;
}

function FieldValues({ name, factor, problems, onChange }: PartProps<Fields>): ReactElement {
  const path = textOf(factor, 'path');
  const values = listOf(factor, 'values');
  const choices = choicesFor(path);
  return (
    <>
      <Field name={`${name}.values`} label="Values" hint="Separated by commas." problems={problems}>
        {(control) => (
          <ListInput
            control={control}
            values={values}
            onChange={(values) => onChange({ values })}
          />
        )}
      </Field>
      {choices.length > 0 && (
        <label className="form-field">
          Add a value
          <select
            className="button"
            value=""
            onChange={({ target }) => onChange({ values: [...values, target.value] })}
          >
            <option value="">Choose…</option>
            {choices.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <Field
        name={`${name}.labels`}
        label="Labels"
        hint="Labels for the values in charts, in the same order. Leave empty to show the values."
        problems={problems}
      >
        {(control) => (
          <ListInput
            control={control}
            values={listOf(factor, 'labels')}
            read={wordsIn}
            onChange={(labels) => onChange({ labels: labels.length > 0 ? labels : undefined })}
          />
        )}
      </Field>
    </>
  );
}

/** Returns the values from which the user chooses for a field; empty if the user types the value. */
function choicesFor(path: string): readonly { id: string; title: string }[] {
  if (/(^|\.)kernel$/.test(path)) {
    return wholeCatalogue.presets;
  }
  return /^devices\[\d+\]\.hardware$/.test(path) ? deviceModels : [];
}

function MechanismFields({ name, factor, problems, onChange }: PartProps<Fields>): ReactElement {
  const id = textOf(factor, 'id');
  const known = wholeCatalogue.mechanisms.some((mechanism) => mechanism.id === id);
  return (
    <div className="factor-row">
      <Field name={`${name}.id`} label="Patch" problems={problems}>
        {(control) => (
          <select
            {...control}
            className="button"
            value={id}
            onChange={({ target }) => onChange({ id: target.value })}
          >
            {!known && <option value={id}>{id}</option>}
            {wholeCatalogue.mechanisms.map((mechanism) => (
              <option key={mechanism.id} value={mechanism.id}>
                {mechanism.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name={`${name}.lane`} label="Switched in" problems={problems}>
        {(control) => (
          <select
            {...control}
            className="button"
            value={textOf(factor, 'lane') || 'a'}
            onChange={({ target }) => onChange({ lane: target.value })}
          >
            <option value="a">Lane A</option>
            <option value="b">Lane B</option>
            <option value="both">Both lanes</option>
          </select>
        )}
      </Field>
    </div>
  );
}

interface NumberInputProps {
  control: ControlProps;
  value: number | null;
  onChange: (value: number | undefined) => void;
}

/** Renders an integer. */
export function NumberInput({ control, value, onChange }: NumberInputProps): ReactElement {
  return (
    <input
      {...control}
      type="number"
      min={0}
      step={1}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  );
}

interface ListInputProps {
  control: ControlProps;
  values: readonly unknown[];
  /** Parses a text; null while it is incomplete. */
  read?: (text: string) => unknown[] | null;
  onChange: (values: unknown[]) => void;
}

/**
 * Renders values separated by commas. Keeps the typed text unchanged while it stands for the same values, or is
 * incomplete.
 */
function ListInput({ control, values, read = valuesIn, onChange }: ListInputProps): ReactElement {
  const [typed, setTyped] = useState<{ text: string; of: readonly unknown[] } | null>(null);
  const meant = typed && (read(typed.text) ?? typed.of);
  const same = meant !== null && JSON.stringify(meant) === JSON.stringify(values);
  return (
    <input
      {...control}
      spellCheck={false}
      value={same && typed ? typed.text : valuesText(values)}
      onChange={({ target }) => {
        setTyped({ text: target.value, of: values });
        const found = read(target.value);
        if (found) {
          onChange(found);
        }
      }}
    />
  );
}
