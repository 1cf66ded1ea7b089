/** The scenario as a form, generated from its schema. */
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useLab } from '../../core/lab/store.ts';
import {
  PAGES_MAX,
  PAGES_OF_MIB,
  leastPages,
  pagesOf,
  pagesText,
  withPages,
  writersOf,
} from '../../core/machine.ts';
import type { Catalogue, Problem, Scenario } from '../../engine/types.ts';
import { deviceModels } from '../../engine/whole-catalogue.ts';
import { changeDocument } from './draft.ts';
import { Field, Fields, UnknownFields } from './fields/Field.tsx';
import {
  FieldRow,
  Form,
  GroupProblems,
  useForm,
  type FormContext,
  type Option,
} from './fields/FieldRow.tsx';
import { LaneFields } from './fields/LaneFields.tsx';
import { NumberControl } from './fields/NumberControl.tsx';
import { amountText } from './fields/Scalars.tsx';
import { isGroup, nameOf, valueAt, withValue } from './paths.ts';
import { fieldsOf, present, scenarioSchema, typesOf, type Schema } from './schema.ts';
import { dropTypedInside } from './store.ts';

/** Not among the sections: lanes have their own fields, and the version cannot be chosen. */
const ELSEWHERE = ['version', 'kernel', 'mechanisms', 'interventions', 'against'];

const FIELDS = fieldsOf(scenarioSchema).filter(([name]) => !ELSEWHERE.includes(name));
const SECTIONS = FIELDS.filter(([, schema]) => isSection(schema));
const SINGLE = FIELDS.filter(([, schema]) => !isSection(schema));

/** Sections that are open initially. */
const OPEN = ['machine', 'workload'];

interface ScenarioFormProps {
  document: unknown;
  problems: readonly Problem[];
}

export function ScenarioForm({ document, problems }: ScenarioFormProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  // The edited document may be invalid; the running scenario is complete.
  const running = useLab((state) => state.scenario);
  const form = useMemo<FormContext>(
    () => ({
      document,
      problems,
      unlikely: running ? unlikelyOf(running) : new Map(),
      options: (kind) => optionsOf(document, kind, catalogue),
      change: (path, value, what) => {
        dropTypedInside(nameOf(path));
        void changeDocument((whole) => withValue(whole, path, value), what);
      },
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

/** Renders a group as a section without a border; lists and optional groups have their own heads. */
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
  /** Content of the section, in a few words. */
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
      const size = pagesText(pagesOf(scenario.machine));
      const { cpus } = scenario.machine;
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
  return against ? `${kernel} vs. ${against.kernel}` : `${kernel} in both lanes`;
}

/** Returns the possible names of a kind: names in the document, or names that the engine knows. */
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

/** Returns warnings about unlikely values by the name of the field. Expects a valid scenario. */
function unlikelyOf(scenario: Scenario): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const { machine, vm = {}, until_ms: untilMs, scale = 1 } = scenario;
  const pages = pagesOf(machine);
  const mebibytes = pages / PAGES_OF_MIB / scale;
  if (mebibytes < 32) {
    found.set(
      'ram',
      'with so little RAM, reclaim runs all the time, and hardly any effect can be seen.',
    );
  } else if (mebibytes > 16_384) {
    found.set('ram', 'the two machines need a lot of memory and take long to fill.');
  }
  if (machine.cpus > 16) {
    found.set('machine.cpus', 'the experiments here used 1 to 16 CPUs.');
  }
  const speed = machine.cpu_speed_percent ?? 100;
  if (speed < 10 || speed > 400) {
    found.set('machine.cpu_speed_percent', 'the usual range is 10 to 400 %.');
  }
  limits(found, vm);
  const quarter = vm.min_free_kbytes ?? 0;
  if (quarter > pages * 4 * 0.1) {
    found.set('vm.min_free_kbytes', 'more than a tenth of RAM is kept free.');
  }
  if ((vm.swappiness ?? 0) > 0 && !scenario.swap && scenario.vm?.swappiness !== undefined) {
    found.set('vm.swappiness', 'there is no swap, so swappiness has no effect.');
  }
  if ((untilMs ?? 0) > 3_600_000) {
    found.set('until_ms', 'a run of more than an hour of virtual time takes long to compute.');
  }
  const writers = writersOf(scenario);
  if (writers && writers.count > 64) {
    const field = Object.keys(COUNTS).find(
      (name) => name in (scenario.workload[writers.at]?.run ?? {}),
    );
    found.set(
      `workload[${writers.at}].run.${field ?? 'tasks'}`,
      'with this many writers, most of them wait for each other.',
    );
  }
  return found;
}

const COUNTS = { tasks: 0, threads: 0, first_jobs: 0, slots: 0 };

function limits(found: Map<string, string>, vm: NonNullable<Scenario['vm']>): void {
  const { dirty_ratio: dirty, dirty_background_ratio: background } = vm;
  if (typeof dirty === 'number') {
    if (dirty < 5) {
      found.set('vm.dirty_ratio', 'kernels before 2.6.37 use 5 % if the value is lower.');
    } else if (dirty > 60) {
      found.set('vm.dirty_ratio', 'little memory is left for clean pages; the default is 20 %.');
    }
    if ((background ?? 10) >= dirty) {
      found.set(
        background === undefined ? 'vm.dirty_ratio' : 'vm.dirty_background_ratio',
        'the kernel then starts background writeback at half of dirty_ratio.',
      );
    }
  }
}

/** Renders the field for RAM; nothing if the zones have no valid sizes. */
function RamField(): ReactElement | null {
  const { document, change } = useForm();
  if (!hasZones(document)) {
    return null;
  }
  const { machine } = document;
  const now = pagesOf(machine);
  const mebibytes = Math.round(now / PAGES_OF_MIB);
  const scale = document.scale ?? 1;
  const scaled = scale > 1 ? ` The run divides it by the scale, ${scale}.` : '';
  return (
    <FieldRow
      name="ram"
      label="RAM"
      about={`The total of all zones. DMA keeps its size, DMA32 is the memory with addresses below 4 GiB, Normal is the rest. Devices use a part of these addresses, so a machine with less than 4 GiB can have a zone Normal too.${scaled}`}
      unit={mebibytes < 1024 ? 'MiB' : `MiB (${pagesText(now)})`}
    >
      {(control) => (
        <NumberControl
          name="ram"
          control={control}
          value={mebibytes}
          range={{
            min: Math.ceil(leastPages(document) / PAGES_OF_MIB),
            max: PAGES_MAX / PAGES_OF_MIB,
            unit: 'MiB',
            whyMin:
              'the pages under “Resident” and some free memory need this much; for less, lower those pages first',
            whyMax: 'the Lab has no larger machine',
          }}
          optional={false}
          placeholder=""
          onChange={(next) => {
            const pages = (next ?? mebibytes) * PAGES_OF_MIB;
            const what = `RAM ${pagesText(now)} to ${pagesText(pages)}`;
            change(['machine', 'zones'], withPages(machine, pages).zones, what);
          }}
        />
      )}
    </FieldRow>
  );
}

/** Whether there are zones with sizes; the rest of the document may be invalid. */
function hasZones(document: unknown): document is Scenario {
  const zones = valueAt(document, ['machine', 'zones']);
  const sized = (zone: unknown) => isGroup(zone) && Number.isInteger(zone['present_pages']);
  return Array.isArray(zones) && zones.length > 0 && zones.every(sized);
}
