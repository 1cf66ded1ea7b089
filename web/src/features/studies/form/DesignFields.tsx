/** Which combinations run, and how often. */
import type { ReactElement } from 'react';

import type { Problem } from '../../../engine/types.ts';
import { NumberInput } from './FactorList.tsx';
import { Field } from './Field.tsx';
import { numberOf, textOf, type DraftStudy, type Fields } from './shape.ts';

/** The designs, with what each begins with and a word on it. */
const DESIGNS: readonly { kind: string; title: string; hint: string; start: Fields }[] = [
  { kind: 'grid', title: 'Grid', hint: 'Every combination of the factors’ values.', start: {} },
  {
    kind: 'one_at_a_time',
    title: 'One at a time',
    hint: 'Each factor is varied alone; the others keep their first value.',
    start: {},
  },
  {
    kind: 'ablation',
    title: 'Ablation',
    hint: 'Every subset of the patches, for the share of each patch in the effect. All factors must be patches.',
    start: { orders: 20 },
  },
  {
    kind: 'latin_hypercube',
    title: 'Latin hypercube',
    hint: 'A number of points spread over all factors: each part of a factor’s range runs once.',
    start: { points: 20, seed: 0 },
  },
];

interface DesignFieldsProps {
  study: DraftStudy;
  problems: readonly Problem[];
  onChange: (fields: Fields) => void;
}

/** The fields. */
export function DesignFields({ study, problems, onChange }: DesignFieldsProps): ReactElement {
  const { design = {} } = study;
  const kind = textOf(design, 'kind');
  const known = DESIGNS.find((other) => other.kind === kind);
  const whole = (of: Fields, name: string, label: string, set: (value?: number) => void) => (
    <Field name={name} label={label} problems={problems}>
      {(control) => (
        <NumberInput
          control={control}
          value={numberOf(of, name.replace('design.', ''))}
          onChange={set}
        />
      )}
    </Field>
  );
  return (
    <>
      <Field name="design" label="Combinations" hint={known?.hint ?? ''} problems={problems}>
        {(control) => (
          <select
            {...control}
            className="button"
            value={kind}
            onChange={({ target }) => {
              const start = DESIGNS.find((other) => other.kind === target.value)?.start;
              onChange({ design: { kind: target.value, ...start } });
            }}
          >
            {!known && <option value={kind}>{kind}</option>}
            {DESIGNS.map(({ kind: id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="factor-row">
        {kind === 'ablation' &&
          (study.factors ?? []).length > 10 &&
          whole(design, 'design.orders', 'Random orders', (orders) =>
            onChange({ design: { ...design, orders } }),
          )}
        {kind === 'latin_hypercube' &&
          whole(design, 'design.points', 'Points', (points) =>
            onChange({ design: { ...design, points } }),
          )}
        {whole(study, 'seeds', 'Seeds: runs of each combination', (seeds) => onChange({ seeds }))}
      </div>
    </>
  );
}
