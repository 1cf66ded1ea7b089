/** A study as a form, and as JSON in another tab. */
import { useEffect, useMemo, type ReactElement } from 'react';

import type { Problem } from '../../../engine/types.ts';
import { ProblemList } from '../../../widgets/Words.tsx';
import { keepOwn } from '../library.ts';
import { hashOf } from '../route.ts';
import { session } from '../session.ts';
import { countOf, estimateWords } from '../words.ts';
import { FactorList, NumberInput } from './FactorList.tsx';
import { BaseField, Field, MeasureFields, documentOf } from './fields.tsx';
import {
  lookSoon,
  newDraft,
  takeBack,
  typeDraft,
  useDraft,
  written,
  type DraftTab,
} from './draft.ts';
import { draftOf, numberOf, textOf, type DraftStudy, type Fields } from './shape.ts';

/** Renders the form with its tabs, and the size of the study. */
export function StudyForm(): ReactElement {
  const text = useDraft((state) => state.text);
  const tab = useDraft((state) => state.tab);
  const problems = useDraft((state) => state.problems);
  const before = useDraft((state) => state.before);
  useEffect(() => lookSoon(text), [text]);
  const study = useMemo(() => draftOf(text), [text]);
  const goTo = ({ field }: Problem) => {
    useDraft.setState({ tab: study ? 'form' : 'json' });
    requestAnimationFrame(() => focusField(field));
  };
  return (
    <>
      <p className="studies-up">
        <a href={hashOf({ view: 'list' })}>All studies</a>
      </p>
      <div className="form-head">
        <h2 className="view-title">New study</h2>
        <Tabs tab={tab} />
        <button type="button" className="button" onClick={newDraft}>
          Start over
        </button>
        {before !== null && (
          <button type="button" className="button" onClick={takeBack}>
            Back to the previous draft
          </button>
        )}
      </div>
      <div role="tabpanel" id="study-panel" aria-labelledby={`study-tab-${tab}`}>
        {tab === 'json' && (
          <label className="json-draft">
            The study as JSON: edit it, or paste another
            <textarea
              className="document"
              spellCheck={false}
              value={text}
              aria-invalid={problems.length > 0}
              aria-describedby="study-problems"
              onChange={(event) => typeDraft(event.target.value)}
            />
          </label>
        )}
        {tab === 'form' &&
          (study ? (
            <Fieldsets study={study} problems={problems} />
          ) : (
            <p className="empty">
              The form cannot be shown, because the JSON is invalid.{' '}
              <button
                type="button"
                className="button button-small"
                onClick={() => useDraft.setState({ tab: 'json' })}
              >
                Fix it
              </button>
            </p>
          ))}
      </div>
      <div role="alert" id="study-problems">
        {problems.length > 0 && (
          <section className="message message-bad">
            <div>
              <h3>{countOf(problems.length, 'problem')}</h3>
              <ProblemList problems={problems} onField={goTo} />
            </div>
          </section>
        )}
      </div>
      <Outlook />
    </>
  );
}

/** Renders the number of combinations and runs, the time, and the button that opens the study. */
function Outlook(): ReactElement {
  const { checked, problems, runTime } = useDraft();
  const left = checked ? checked.runs - checked.done : 0;
  const open = () => {
    if (!checked) {
      return;
    }
    const { study, document, link } = checked;
    if (link === null) {
      void session.openText(document);
    } else {
      keepOwn({ title: study.title, document, link });
      session.go({ view: 'link', link });
    }
  };
  return (
    <section className="card run-panel outlook" aria-label="Planned runs">
      <div className="run-controls">
        <p role="status" className="number">
          {checked ? (
            <>
              <strong>{countOf(checked.points, 'combination')}</strong>,{' '}
              {countOf(checked.runs, 'run')}
              {checked.done > 0 && `, ${checked.done} already done`}
              {checked.impossible > 0 &&
                `; ${countOf(checked.impossible, 'combination')} impossible`}
            </>
          ) : problems.length > 0 ? (
            'Fix the problems above to see what will run.'
          ) : (
            'Checking…'
          )}
        </p>
        <button
          type="button"
          className="button button-primary"
          disabled={!checked || checked.points === 0}
          onClick={open}
        >
          Open the study
        </button>
      </div>
      {checked && left > 0 && <p className="quiet run-note">{estimateWords(left, runTime)}</p>}
    </section>
  );
}

interface FieldsetsProps {
  study: DraftStudy;
  problems: readonly Problem[];
}

function Fieldsets({ study, problems }: FieldsetsProps): ReactElement {
  const change = (fields: Fields) => typeDraft(written(withoutAbsent({ ...study, ...fields })));
  const base = useMemo(() => documentOf(study.base), [study.base]);
  return (
    <form className="study-form" onSubmit={(event) => event.preventDefault()}>
      <div className="study-form-column">
        <fieldset className="card form-part">
          <legend>Title and description</legend>
          <Field name="title" label="Title" problems={problems}>
            {(props) => (
              <input
                {...props}
                value={textOf(study, 'title')}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <Field name="description" label="Description" problems={problems}>
            {(props) => (
              <textarea
                {...props}
                rows={2}
                value={textOf(study, 'description')}
                onChange={(event) => change({ description: event.target.value || undefined })}
              />
            )}
          </Field>
        </fieldset>
        <fieldset className="card form-part">
          <legend>Base scenario</legend>
          <BaseField
            base={study.base ?? {}}
            problems={problems}
            onChange={(to) => change({ base: to })}
          />
        </fieldset>
        <fieldset className="card form-part">
          <legend>Measures</legend>
          <MeasureFields
            base={base}
            measures={study.measures ?? []}
            problems={problems}
            onChange={(measures) => change({ measures })}
          />
        </fieldset>
      </div>
      <div className="study-form-column">
        <fieldset className="card form-part">
          <legend>Factors</legend>
          <FactorList
            base={base}
            factors={study.factors ?? []}
            problems={problems}
            onChange={(factors) => change({ factors })}
          />
        </fieldset>
        <fieldset className="card form-part">
          <legend>Design and seeds</legend>
          <DesignFields study={study} problems={problems} onChange={change} />
        </fieldset>
      </div>
    </form>
  );
}

/** Removes empty fields. */
function withoutAbsent(study: Fields): Fields {
  return Object.fromEntries(Object.entries(study).filter(([, value]) => value !== undefined));
}

/** Focuses the control of a field, or of the nearest part around it. */
function focusField(field: string): void {
  for (let name = field; name !== ''; name = name.replace(/(\.[^.[]*|\[\d+\]|^[^.[]*)$/, '')) {
    const control = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (control) {
      control.focus();
      control.scrollIntoView({ block: 'center' });
      return;
    }
  }
  document.querySelector<HTMLElement>('.json-draft textarea')?.focus();
}

const TABS: readonly (readonly [DraftTab, string])[] = [
  ['form', 'Form'],
  ['json', 'JSON'],
];

function Tabs({ tab }: { tab: DraftTab }): ReactElement {
  const choose = (to: DraftTab) => {
    useDraft.setState({ tab: to });
    document.getElementById(`study-tab-${to}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Study view" className="study-tabs">
      {TABS.map(([id, name]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`study-tab-${id}`}
          aria-selected={tab === id}
          aria-controls="study-panel"
          tabIndex={tab === id ? 0 : -1}
          onClick={() => choose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
              choose(id === 'form' ? 'json' : 'form');
            }
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

// The design: which combinations run, and how often.

/** The designs, with the initial fields and a hint for each. */
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
    hint: 'Every subset of the patches, to compute each patch’s share of the effect. All factors must be patches.',
    start: { orders: 20 },
  },
  {
    kind: 'latin_hypercube',
    title: 'Latin hypercube',
    hint: 'A number of points spread over all factors: each part of a factor’s range is used once.',
    start: { points: 20, seed: 0 },
  },
];

interface DesignFieldsProps {
  study: DraftStudy;
  problems: readonly Problem[];
  onChange: (fields: Fields) => void;
}

function DesignFields({ study, problems, onChange }: DesignFieldsProps): ReactElement {
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
        {whole(study, 'seeds', 'Seeds (runs of each combination)', (seeds) => onChange({ seeds }))}
      </div>
    </>
  );
}
