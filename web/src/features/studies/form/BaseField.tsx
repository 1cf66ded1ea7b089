/** The scenario that a study varies. */
import { useState, type ReactElement } from 'react';

import { gallery } from '../../../core/gallery/documents.ts';
import type { Problem } from '../../../engine/types.ts';
import { ProblemList } from '../../../widgets/ProblemList.tsx';
import { lastSession, scenarioIn } from './base.ts';
import { Field } from './Field.tsx';
import { isFields, textOf, type Fields } from './shape.ts';

/** Entries of the list that are no ids of the gallery. */
const OWN = ' own';
const SESSION = ' session';
const PASTE = ' paste';

interface BaseFieldProps {
  base: Fields;
  problems: readonly Problem[];
  onChange: (base: Fields) => void;
}

/** The choice; a pasted scenario becomes part of the study. */
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
            {last && <option value={SESSION}>Last in the Lab: {titleOf(last)}</option>}
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
  return textOf(scenario, 'title') || 'A scenario of its own';
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
        Use it
      </button>
    </div>
  );
}
