/** Starts a study of the run that the Lab shows. */
import { useId, useMemo, type ReactElement } from 'react';

import { useLab } from '../../../core/lab/store.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf } from '../../../engine/problems.ts';
import { hashOf } from '../route.ts';
import type { Study } from '../types.ts';
import { startsOf } from './starts.ts';
import './starts.css';

/** The buttons. */
export function StudyStarts(): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const catalogue = useLab((state) => state.catalogue);
  const starts = useMemo(
    () => (scenario ? startsOf(scenario, catalogue) : []),
    [scenario, catalogue],
  );
  const why = useId();
  return (
    <section className="study-starts" aria-label="Study this run">
      <h3>Study</h3>
      {starts.map(({ id, title, study }) => (
        <button
          key={id}
          type="button"
          className="button button-small"
          aria-disabled={study === null}
          aria-describedby={study === null ? `${why}-${id}` : undefined}
          onClick={() => void (study && openStudy(study))}
        >
          {title}
        </button>
      ))}
      {starts.map(
        ({ id, study, why: reason }) =>
          study === null && (
            <p key={id} id={`${why}-${id}`} className="quiet">
              {reason}
            </p>
          ),
      )}
    </section>
  );
}

/** Goes to the Studies page with the study, ready to run. */
async function openStudy(study: Study): Promise<void> {
  try {
    const { encodeDocument } = await loadDocuments();
    const link = encodeDocument(JSON.stringify(study));
    window.location.assign(`./studies.html${hashOf({ view: 'link', link })}`);
  } catch (error) {
    const title = 'This study cannot be opened';
    useLab.setState({ notice: { tone: 'bad', title, problems: problemsOf(error) } });
  }
}
