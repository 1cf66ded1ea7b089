/** Starts a study of the run that the Lab shows. */
import { useId, useMemo, type ReactElement } from 'react';

import { useLab } from '../../../core/lab/store.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf } from '../../../engine/problems.ts';
import type { Scenario } from '../../../engine/types.ts';
import { hashOf, type Route } from '../route.ts';
import type { Study } from '../types.ts';
import { startsOf, type Start } from './starts.ts';
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
      {scenario && (
        <button
          type="button"
          className="button button-small"
          title="Finds the smallest scenario that still shows an effect"
          onClick={() => void openSmallest(scenario)}
        >
          Smallest machine…
        </button>
      )}
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

/** Opens one of the studies of the run that is shown, if there is one. */
export function startStudy(id: Start['id']): void {
  const { scenario, catalogue } = useLab.getState();
  const start = scenario && startsOf(scenario, catalogue).find((each) => each.id === id);
  if (start?.study) {
    void openStudy(start.study);
  }
}

/** Goes to the Studies page with the study, ready to run. */
function openStudy(study: Study): Promise<void> {
  return goTo('This study cannot be opened', async () => {
    // Only this needs it: it is no part of what the Lab begins with.
    const [{ encode_document: encode }] = await Promise.all([
      import('../../../engine/pkg/documents.js'),
      loadDocuments(),
    ]);
    return { view: 'link', link: encode(JSON.stringify(study)) };
  });
}

/** Goes to the search of the smallest machine. */
function openSmallest(scenario: Scenario): Promise<void> {
  return goTo('The smallest machine of this scenario cannot be searched', async () => {
    const { encodeLink } = await loadDocuments();
    return { view: 'smallest', link: encodeLink(JSON.stringify(scenario), '{}') };
  });
}

/** Goes to a part of the Studies page; where its address cannot be made, a message says why. */
async function goTo(title: string, route: () => Promise<Route>): Promise<void> {
  try {
    window.location.assign(`./studies.html${hashOf(await route())}`);
  } catch (error) {
    useLab.setState({ notice: { tone: 'bad', title, problems: problemsOf(error) } });
  }
}
