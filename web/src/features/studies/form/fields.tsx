/** A control with its label, and its problems below. */
import { useId, useMemo, useState, type ReactElement } from 'react';

import { gallery } from '../../../core/gallery/documents.ts';
import { isExperiment } from '../../../core/storage/files.ts';
import { SESSION_KEY } from '../../../core/storage/first-load.ts';
import { lastingStorage } from '../../../core/storage/storage.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import schema from '../../../engine/generated/scenario.schema.json';
import { problemsOf, sentenceOf } from '../../../engine/problems.ts';
import type { Problem } from '../../../engine/types.ts';
import { Line, ProblemList } from '../../../widgets/Words.tsx';
import {
  fullTitle,
  MEASURE_LANES,
  measureOf,
  measuresOf,
  searchMeasures,
  type MeasurePrefix,
} from '../measures.ts';
import { isFields, pathsOf, textOf, type Fields } from './shape.ts';

export interface ControlProps {
  id: string;
  'data-field': string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  /** Path of the field in the study. */
  name: string;
  label: string;
  hint?: string;
  problems: readonly Problem[];
  children: (props: ControlProps) => ReactElement;
}

export function Field({ name, label, hint, problems, children }: FieldProps): ReactElement {
  const id = useId();
  const own = problems.filter(({ field }) => field === name);
  const about = [...(hint ? [`${id}-hint`] : []), ...(own.length > 0 ? [`${id}-bad`] : [])];
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'data-field': name,
        'aria-invalid': own.length > 0,
        'aria-describedby': about.length > 0 ? about.join(' ') : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="quiet form-hint">
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <p id={`${id}-bad`} className="form-bad">
          <Line text={own.map(sentenceOf).join(' ')} />
        </p>
      )}
    </div>
  );
}

// The measures of a study: those chosen, and a search to add more.

/** Maximum number of search results shown. */
const FOUND_MOST = 8;

interface MeasureFieldsProps {
  base: Fields | null;
  measures: readonly string[];
  problems: readonly Problem[];
  onChange: (measures: readonly string[]) => void;
}

export function MeasureFields({
  base,
  measures,
  problems,
  onChange,
}: MeasureFieldsProps): ReactElement {
  const choices = useMemo(() => measuresOf(base), [base]);
  const [text, setText] = useState('');
  const [prefix, setPrefix] = useState<MeasurePrefix>('');
  const found = searchMeasures(choices, text);
  const search = useId();
  const wrong = problems.filter(({ field }) => field.startsWith('measures'));
  return (
    <>
      <ul className="measure-chips" aria-label="Measures of the study">
        {measures.map((name, at) => (
          <li key={name} className={hasProblem(wrong, at) ? 'chip-bad' : undefined}>
            <span title={name}>{fullTitle(measureOf(name))}</span>
            <button
              type="button"
              data-field={`measures[${at}]`}
              aria-label={`Remove ${fullTitle(measureOf(name))}`}
              onClick={() => onChange(measures.filter((_, of) => of !== at))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {wrong.map((problem, at) => (
        <p key={at} className="form-bad">
          <Line text={sentenceOf(problem)} />
        </p>
      ))}
      <div className="factor-row">
        <div className="form-field">
          <label htmlFor={search}>Add a measure</label>
          <input
            id={search}
            type="search"
            data-field="measures"
            placeholder="Search: stall, dirty, pgsteal…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <label className="form-field measure-lane">
          Lane
          <select
            className="button"
            value={prefix}
            onChange={({ target }) => setPrefix(target.value as MeasurePrefix)}
          >
            {Object.entries(MEASURE_LANES).map(([before, title]) => (
              <option key={before} value={before}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className="measure-found" aria-label="Measures found">
        {found.slice(0, FOUND_MOST).map(({ name, title }) => {
          const full = prefix + name;
          return (
            <li key={name}>
              <button
                type="button"
                className="button button-small button-wrap"
                disabled={measures.includes(full)}
                onClick={() => onChange([...measures, full])}
              >
                {title}
              </button>
            </li>
          );
        })}
      </ul>
      <p className="quiet form-hint" role="status">
        {found.length > FOUND_MOST
          ? `${FOUND_MOST} of ${found.length} measures are shown. Type part of a name to find the others.`
          : found.length === 0
            ? 'No measure contains all these words.'
            : ''}
      </p>
    </>
  );
}

function hasProblem(problems: readonly Problem[], at: number): boolean {
  return problems.some(({ field }) => field === `measures[${at}]`);
}

// The scenario that a study varies.

/** Values of the list entries for scenarios that are not in the gallery. */
const OWN = ' own';
const SESSION = ' session';
const PASTE = ' paste';

interface BaseFieldProps {
  base: Fields;
  problems: readonly Problem[];
  onChange: (base: Fields) => void;
}

/** Renders the choice; a pasted scenario becomes part of the study. */
export function BaseField({ base, problems, onChange }: BaseFieldProps): ReactElement {
  const [pasting, setPasting] = useState(false);
  const [last] = useState(lastSession);
  const { scenario } = base;
  const own = isFields(scenario) ? scenario : null;
  const id = textOf(base, 'gallery');
  const known = gallery.some((item) => item.id === id);
  const choose = (value: string) => {
    setPasting(value === PASTE);
    if (value === SESSION && last) {
      onChange({ scenario: last });
    } else if (value !== OWN && value !== PASTE && value !== SESSION) {
      onChange({ gallery: value });
    }
  };
  const inside = problems.map((problem) =>
    /^base(\.|$)/.test(problem.field) ? { ...problem, field: 'base' } : problem,
  );
  return (
    <>
      <Field name="base" label="Scenario" problems={inside}>
        {(props) => (
          <select
            {...props}
            className="button"
            value={pasting ? PASTE : own ? OWN : id}
            onChange={(event) => choose(event.target.value)}
          >
            {own && <option value={OWN}>{titleOf(own)}</option>}
            {!own && !known && <option value={id}>{id === '' ? 'None' : id}</option>}
            {last && <option value={SESSION}>Last run in the Lab: {titleOf(last)}</option>}
            <option value={PASTE}>Paste a document or a link…</option>
            <optgroup label="Gallery">
              {gallery.map((item) => (
                <option key={item.id} value={item.id}>
                  {item.scenario.title}
                </option>
              ))}
            </optgroup>
          </select>
        )}
      </Field>
      {pasting && (
        <Paste
          onScenario={(found) => {
            setPasting(false);
            onChange({ scenario: found });
          }}
        />
      )}
    </>
  );
}

function titleOf(scenario: Fields): string {
  return textOf(scenario, 'title') || 'Custom scenario';
}

function Paste({ onScenario }: { onScenario: (scenario: Fields) => void }): ReactElement {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const use = async () => {
    const found = await scenarioIn(text);
    if ('scenario' in found) {
      onScenario(found.scenario);
    } else {
      setProblems(found.problems);
    }
  };
  return (
    <div className="form-field">
      <label>
        Scenario document, or link
        <textarea
          rows={4}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div role="alert" className="form-bad">
        {problems.length > 0 && <ProblemList problems={problems} />}
      </div>
      <button
        type="button"
        className="button"
        disabled={text.trim() === ''}
        onClick={() => void use()}
      >
        Use this scenario
      </button>
    </div>
  );
}

// Base scenarios: from the gallery, from the Lab's last session, or pasted by the user.

/** Returns the scenario of the Lab's last session, not validated; null if there is none. */
export function lastSession(): Fields | null {
  try {
    const value: unknown = JSON.parse(lastingStorage()?.getItem(SESSION_KEY) ?? 'null');
    return isExperiment(value) ? { ...value.scenario } : null;
  } catch {
    return null;
  }
}

/** Returns the document of a base; null if its name is unknown. */
export function documentOf(base: Fields | undefined): Fields | null {
  const { gallery: id, scenario } = base ?? {};
  if (isFields(scenario)) {
    return scenario;
  }
  const found = gallery.find((item) => item.id === id);
  return found ? { ...found.scenario } : null;
}

/** Reads the scenario in a pasted text: a document or a link. */
async function scenarioIn(text: string): Promise<{ scenario: Fields } | { problems: Problem[] }> {
  const trimmed = text.trim();
  try {
    if (!trimmed.startsWith('{')) {
      const { decodeLink } = await loadDocuments();
      const { scenario, problems } = decodeLink(trimmed);
      return scenario ? { scenario: { ...scenario } } : { problems };
    }
    const value: unknown = JSON.parse(trimmed);
    const scenario = isFields(value) && isFields(value['scenario']) ? value['scenario'] : value;
    return isFields(scenario) ? { scenario } : { problems: [NO_SCENARIO] };
  } catch (error) {
    return { problems: error instanceof SyntaxError ? [NO_SCENARIO] : problemsOf(error) };
  }
}

const NO_SCENARIO: Problem = {
  field: '',
  problem: 'This is neither a scenario nor a link to one',
  fix: 'Paste the JSON document of a scenario, or the link from the Lab’s address bar',
};

/** Parts whose fields are taken from the schema, because documents usually omit them. */
const KNOBS = ['vm'] as const;

/** Returns the paths of fields that can be varied, the most common first. */
export function fieldPaths(base: Fields | null): string[] {
  const definitions = (schema as { $defs?: Record<string, unknown> }).$defs ?? {};
  const knobs = Object.keys(
    (definitions['VmKnobs'] as { properties?: object } | undefined)?.properties ?? {},
  );
  const own = pathsOf(base ?? {}).filter(
    (path) => !/^(version|title|description)$|\.name$/.test(path),
  );
  const all = [...KNOBS.flatMap((part) => knobs.map((knob) => `${part}.${knob}`)), ...own];
  return [...new Set(all)];
}
