/** Buttons that start a study of a scenario. */
import { useId, useMemo, type ReactElement } from 'react';

import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf } from '../../../engine/problems.ts';
import type { Catalogue, Problem, Scenario } from '../../../engine/types.ts';
import { hashOf, type Route } from '../route.ts';
import { startsOf, type Start } from './starts.ts';
import './starts.css';

interface StudyStartsProps {
  title: string;
  scenario: Scenario;
  catalogue: Catalogue;
  /** Called if a study cannot be opened. */
  onFailure: Failure;
}

type Failure = (title: string, problems: Problem[]) => void;

export function StudyStarts(props: StudyStartsProps): ReactElement {
  const { title: heading, scenario, catalogue, onFailure } = props;
  const starts = useMemo(() => startsOf(scenario, catalogue), [scenario, catalogue]);
  const why = useId();
  return (
    <section className="study-starts" aria-label="Studies of this run">
      <h3>{heading}</h3>
      {starts.map((start) => (
        <button
          key={start.id}
          type="button"
          className="button button-small"
          aria-disabled={start.study === null}
          aria-describedby={start.study === null ? `${why}-${start.id}` : undefined}
          onClick={() => void openStudy(start, onFailure)}
        >
          {start.title}
        </button>
      ))}
      <button
        type="button"
        className="button button-small"
        title="Finds the smallest scenario that still shows an effect"
        onClick={() => void openSmallest(scenario, onFailure)}
      >
        Smallest machine…
      </button>
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

/** Opens the study of a start, if it has one, on the Studies page, which says how long its runs take and starts them. */
export async function openStudy({ study }: Start, onFailure: Failure): Promise<void> {
  if (study === null) {
    return;
  }
  const title = 'This study cannot be opened';
  await goTo(title, onFailure, async () => {
    // Loaded only here, to keep it out of the Lab's first load.
    const [{ encode_document: encode }] = await Promise.all([
      import('../../../engine/pkg/documents.js'),
      loadDocuments(),
    ]);
    return { view: 'link', link: encode(JSON.stringify(study)) };
  });
}

/** Opens the search for the smallest machine. */
function openSmallest(scenario: Scenario, onFailure: Failure): Promise<void> {
  const title = 'The search for the smallest machine cannot be opened';
  return goTo(title, onFailure, async () => {
    const { encodeLink } = await loadDocuments();
    return { view: 'smallest', link: encodeLink(JSON.stringify(scenario), '{}') };
  });
}

/** Goes to a view of the Studies page; `onFailure` is called if its address cannot be made. */
async function goTo(title: string, onFailure: Failure, route: () => Promise<Route>): Promise<void> {
  try {
    window.location.assign(`./studies.html${hashOf(await route())}`);
  } catch (error) {
    onFailure(title, problemsOf(error));
  }
}
