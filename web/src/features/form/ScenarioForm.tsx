/** The scenario as a form, made from its schema. */
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { PAGES_OF_MIB, pagesOf } from '../../core/machine/ram.ts';
import type { Catalogue, Problem, Scenario } from '../../engine/types.ts';
import { deviceModels } from '../../engine/device-models.ts';
import { amountText } from './amounts.ts';
import { Form, type FormContext, type Option } from './context.ts';
import { changeDocument } from './draft.ts';
import { Field, Fields, UnknownFields } from './fields/Field.tsx';
import { GroupProblems } from './fields/GroupProblems.tsx';
import { LaneFields } from './fields/LaneFields.tsx';
import { RamField } from './fields/RamField.tsx';
import { isGroup, valueAt, withValue } from './paths.ts';
import { fieldsOf, present, scenarioSchema, typesOf, type Schema } from './schema.ts';
import { unlikelyOf } from './unlikely.ts';

/** Lanes have fields of their own, and the version is not a choice. */
const ELSEWHERE = ['version', 'kernel', 'mechanisms', 'interventions', 'against'];

const FIELDS = fieldsOf(scenarioSchema).filter(([name]) => !ELSEWHERE.includes(name));
const SECTIONS = FIELDS.filter(([, schema]) => isSection(schema));
const SINGLE = FIELDS.filter(([, schema]) => !isSection(schema));

/** Sections that are open from the beginning. */
const OPEN = ['machine', 'workload'];

interface ScenarioFormProps {
  document: unknown;
  problems: readonly Problem[];
}

/** The form. */
export function ScenarioForm({ document, problems }: ScenarioFormProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  // The document may be anything; what runs is whole.
  const running = useLab((state) => state.scenario);
  const form = useMemo<FormContext>(
    () => ({
      document,
      problems,
      unlikely: running ? unlikelyOf(running) : new Map(),
      options: (kind) => optionsOf(document, kind, catalogue),
      change: (path, value, what) =>
        void changeDocument((whole) => withValue(whole, path, value), what),
    }),
    [document, problems, running, catalogue],
  );
  return (
    <Form value={form}>
      <div className="form">
        <GroupProblems name="document" />
        <UnknownFields path={[]} schema={scenarioSchema} value={document} />
        {SECTIONS.map(([name, schema]) => (
          <Section
            key={name}
            name={name}
            title={schema.title ?? name}
            summary={running && summaryOf(running, name)}
          >
            {name === 'machine' && <RamField />}
            <SectionFields name={name} schema={schema} value={valueAt(document, [name])} />
          </Section>
        ))}
        <Section
          name="kernel"
          title="Kernels and mechanisms"
          summary={running && lanesText(running)}
        >
          <LaneFields lane="a" />
          <LaneFields lane="b" />
        </Section>
        <Section name="experiment" title="Experiment" summary={running && `seed ${running.seed}`}>
          {SINGLE.map(([name, schema]) => (
            <Field key={name} path={[name]} schema={schema} value={valueAt(document, [name])} />
          ))}
        </Section>
      </div>
    </Form>
  );
}

interface SectionFieldsProps {
  name: string;
  schema: Schema;
  value: unknown;
}

/** A group is a section without a frame of its own; lists and what may be absent have their own heads. */
function SectionFields({ name, schema, value }: SectionFieldsProps): ReactElement {
  const meant = present(schema);
  return meant.optional || typesOf(meant.schema).includes('array') ? (
    <Field path={[name]} schema={schema} value={value} />
  ) : (
    <Fields path={[name]} schema={meant.schema} value={value} />
  );
}

interface SectionProps {
  name: string;
  title: string;
  /** What it holds, in a few words. */
  summary: string | null;
  children: ReactNode;
}

function Section({ name, title, summary, children }: SectionProps): ReactElement {
  const [open, setOpen] = useState(OPEN.includes(name));
  return (
    <details
      className="form-section"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="form-section-title">{title}</span>
        <span className="quiet">{summary}</span>
      </summary>
      {children}
    </details>
  );
}

function isSection(schema: Schema): boolean {
  const types = typesOf(present(schema).schema);
  return types.includes('object') || types.includes('array');
}

function summaryOf(scenario: Scenario, name: string): string {
  switch (name) {
    case 'machine': {
      const mebibytes = pagesOf(scenario.machine) / PAGES_OF_MIB;
      const { cpus } = scenario.machine;
      const size = amountText(mebibytes, 'MiB') || `${Math.round(mebibytes)} MiB`;
      return `${size}, ${cpus} ${cpus === 1 ? 'CPU' : 'CPUs'}`;
    }
    case 'vm': {
      const set = Object.keys(scenario.vm ?? {}).length;
      return set === 0 ? 'all at their defaults' : `${set} set`;
    }
    case 'swap':
      return scenario.swap ? amountText(scenario.swap.pages, 'pages') : 'none';
    default: {
      const list = valueAt(scenario, [name]);
      const names = Array.isArray(list)
        ? list.map((item) => (isGroup(item) ? item['name'] : ''))
        : [];
      return names.length === 0 ? 'none' : names.join(', ');
    }
  }
}

function lanesText({ kernel, against }: Scenario): string {
  return against ? `${kernel} against ${against.kernel}` : `${kernel} in both lanes`;
}

/** What a name of a kind may be: of the document itself, or of what the engine knows. */
function optionsOf(document: unknown, kind: string, catalogue: Catalogue): Option[] {
  const named = (id: string, title: string) => ({ value: id, label: title });
  switch (kind) {
    case 'kernels':
      return catalogue.presets.map(({ id, title }) => named(id, title));
    case 'mechanisms':
      return catalogue.mechanisms.map(({ id, title }) => named(id, title));
    case 'models':
      return deviceModels.map(({ id, title }) => named(id, title));
    default: {
      const list = valueAt(document, [kind]);
      const names = Array.isArray(list)
        ? list.map((item) => (isGroup(item) ? item['name'] : ''))
        : [];
      const texts = names.filter((name) => typeof name === 'string' && name !== '');
      return [...new Set(texts as string[])].map((name) => named(name, name));
    }
  }
}
